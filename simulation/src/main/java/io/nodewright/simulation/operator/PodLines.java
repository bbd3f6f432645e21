package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.PodWatch;
import io.nodewright.api.seen.PodWatches;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.WatchLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Watches of Pods as one process has them, each a line of its own that is late or broken by
/// itself.
final class PodLines implements PodWatches {

  private final Surroundings world;
  private final String instance;
  private final Life life;
  private final PodViews read;
  private final List<Line> open = new ArrayList<>();
  private int lines;

  PodLines(Surroundings world, String instance, Life life, String namespace) {
    this.world = world;
    this.instance = instance;
    this.life = life;
    this.read = new PodViews(namespace);
  }

  @Override
  public PodWatch ofNode(String node, Runnable news) {
    return new Line(pod -> node.equals(pod.getSpec().getNodeName()), news);
  }

  @Override
  public PodWatch ofSelector(LabelSelector selector, Runnable news) {
    return new Line(pod -> selector.matches(Absent.map(pod.getMetadata().getLabels())), news);
  }

  void breakOff(Duration until, boolean emptyFirst) {
    List.copyOf(open).forEach(each -> each.watch.breakOff(until, emptyFirst));
  }

  void close() {
    List.copyOf(open).forEach(Line::close);
  }

  private final class Line implements PodWatch, WatchLine.Listener<Pod> {

    private final Predicate<Pod> selection;
    private final Runnable news;
    private final SortedMap<String, PodView> pods = new TreeMap<>();
    private final WatchLine<Pod> watch;
    private boolean known;

    private Line(Predicate<Pod> selection, Runnable news) {
      this.selection = selection;
      this.news = news;
      open.add(this);
      watch =
          WatchLine.open(
              world.agenda(),
              world.server(),
              Kind.POD,
              instance + "/pods-" + lines++,
              world.faults(),
              world.counts(),
              this);
    }

    @Override
    public boolean known() {
      return known;
    }

    @Override
    public List<PodView> pods() {
      return List.copyOf(pods.values());
    }

    @Override
    public void close() {
      open.remove(this);
      watch.close();
    }

    @Override
    public void listed(List<Pod> all, long version) {
      life.run(
          "a late list of pods",
          () -> {
            pods.clear();
            all.stream().filter(selection).forEach(this::put);
            known = true;
            news.run();
          });
    }

    @Override
    public void changed(Change<Pod> change) {
      Pod pod = change.object();
      if (selection.test(pod)) {
        life.run(
            "a late event of a pod",
            () -> {
              if (change.type() == Change.Type.DELETED) {
                pods.remove(pod.getMetadata().getUid());
              } else {
                put(pod);
              }
              news.run();
            });
      }
    }

    private void put(Pod pod) {
      read.of(pod).ifPresent(view -> pods.put(view.ref().uid(), view));
    }
  }
}
