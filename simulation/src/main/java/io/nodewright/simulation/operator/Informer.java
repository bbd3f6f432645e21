package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.WatchLine;
import java.util.List;

/// Fills a cache from a watch, for as long as its process lives.
final class Informer<T extends HasMetadata> implements WatchLine.Listener<T> {

  private final SeenCache<T, ?> cache;
  private final Life life;
  private final Runnable synced;
  private boolean listed;

  /// @param synced called after the first list
  Informer(SeenCache<T, ?> cache, Life life, Runnable synced) {
    this.cache = cache;
    this.life = life;
    this.synced = synced;
  }

  @Override
  public void listed(List<T> all, long version) {
    life.run(
        "a late list",
        () -> {
          cache.listed(all, version);
          if (!listed) {
            listed = true;
            synced.run();
          }
        });
  }

  @Override
  public void changed(Change<T> change) {
    life.run(
        "a late event",
        () -> {
          if (change.type() == Change.Type.DELETED) {
            cache.watchedGone(change.name());
          } else {
            cache.watched(change.object());
          }
        });
  }
}
