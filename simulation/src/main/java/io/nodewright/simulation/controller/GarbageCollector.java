package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Deletes what is owned by something that is gone; what is owned by something that waits for that
/// (foreground deletion), before it; and lets go what is to be orphaned.
public final class GarbageCollector {

  private static final String FOREGROUND = "foregroundDeletion";
  private static final String ORPHAN = "orphan";
  private static final Duration SOON = Duration.ofMillis(100);
  private static final List<Kind<?>> OWNABLE = List.of(Kind.JOB, Kind.POD, Kind.CONFIG_MAP);
  private static final List<Kind<?>> OWNERS = List.of(Kind.NODEWRIGHT, Kind.JOB);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final Map<String, SortedMap<String, Item>> dependents = new HashMap<>();

  private GarbageCollector(Agenda agenda, ApiServer server) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("generic-garbage-collector");
  }

  /// Starts one.
  public static void start(Agenda agenda, ApiServer server) {
    GarbageCollector it = new GarbageCollector(agenda, server);
    OWNABLE.forEach(it::watchOwned);
    OWNERS.forEach(it::watchOwner);
  }

  private <T extends HasMetadata> void watchOwned(Kind<T> kind) {
    server.subscribe(kind, this::ownedChanged);
  }

  private <T extends HasMetadata> void watchOwner(Kind<T> kind) {
    server.subscribe(kind, this::ownerChanged);
  }

  private void ownedChanged(Change<? extends HasMetadata> change) {
    HasMetadata before = change.before();
    HasMetadata after = change.after();
    List<OwnerReference> owners = owners(after);
    if (before != null && after != null && owners.equals(owners(before))) {
      return;
    }
    Item item = new Item(change.kind(), change.name());
    for (OwnerReference each : owners(before)) {
      forget(each.getUid(), item);
      lookAtOwner(each);
    }
    for (OwnerReference each : owners) {
      dependents.computeIfAbsent(each.getUid(), _ -> new TreeMap<>()).put(item.key(), item);
      boolean going = ownerOf(each).map(Metadata::deleting).orElse(true);
      if (going) {
        collectSoon(item);
      }
    }
  }

  private void forget(String uid, Item item) {
    SortedMap<String, Item> known = dependents.get(uid);
    if (known != null) {
      known.remove(item.key());
      if (known.isEmpty()) {
        dependents.remove(uid);
      }
    }
  }

  private void lookAtOwner(OwnerReference reference) {
    ownerOf(reference)
        .filter(owner -> Metadata.finalizers(owner).contains(FOREGROUND))
        .ifPresent(
            owner -> agenda.after(SOON, "garbage collection", () -> freeWhenAlone(reference)));
  }

  private void ownerChanged(Change<? extends HasMetadata> change) {
    HasMetadata owner = change.object();
    String uid = owner.getMetadata().getUid();
    boolean gone = change.type() == Change.Type.DELETED;
    List<String> finalizers = gone ? List.of() : Metadata.finalizers(owner);
    HasMetadata before = change.before();
    boolean begins = Metadata.deleting(owner) && (before == null || !Metadata.deleting(before));
    if (gone || (begins && finalizers.contains(FOREGROUND))) {
      dependentsOf(uid).forEach(this::collectSoon);
    }
    if (begins && finalizers.contains(ORPHAN)) {
      agenda.after(SOON, "orphan", () -> orphan(change.kind(), change.name(), uid));
    }
    if (begins && finalizers.contains(FOREGROUND)) {
      OwnerReference reference = new OwnerReference();
      reference.setKind(change.kind().name());
      reference.setName(change.name());
      reference.setUid(uid);
      agenda.after(SOON, "garbage collection", () -> freeWhenAlone(reference));
    }
  }

  private void collectSoon(Item item) {
    agenda.after(SOON, "garbage collection", () -> collect(item));
  }

  /// Deletes an object that no owner holds any more.
  private void collect(Item item) {
    Optional<? extends HasMetadata> stored = server.get(item.kind, item.name);
    if (stored.isEmpty() || Metadata.deleting(stored.get())) {
      return;
    }
    List<OwnerReference> owners = owners(stored.get());
    if (owners.isEmpty()) {
      return;
    }
    boolean waited = false;
    for (OwnerReference each : owners) {
      Optional<? extends HasMetadata> owner = ownerOf(each);
      boolean waits =
          owner.isPresent()
              && Metadata.deleting(owner.get())
              && Metadata.finalizers(owner.get()).contains(FOREGROUND);
      if (owner.isPresent() && !waits) {
        return; // somebody needs it
      }
      waited |= waits;
    }
    String uid = stored.get().getMetadata().getUid();
    boolean ownsMore = dependents.containsKey(uid);
    Deletion deletion = Deletion.of(uid);
    client.delete(item.kind, item.name, waited && ownsMore ? deletion.foreground() : deletion);
  }

  private void freeWhenAlone(OwnerReference reference) {
    boolean blocked =
        dependentsOf(reference.getUid()).stream().anyMatch(item -> blocks(item, reference));
    if (!blocked) {
      OWNERS.stream()
          .filter(kind -> kind.name().equals(reference.getKind()))
          .forEach(kind -> release(kind, reference.getName(), reference.getUid(), FOREGROUND));
    }
  }

  private boolean blocks(Item item, OwnerReference owner) {
    return server
        .get(item.kind, item.name)
        .map(
            each ->
                owners(each).stream()
                    .anyMatch(
                        reference ->
                            reference.getUid().equals(owner.getUid())
                                && Absent.flag(reference.getBlockOwnerDeletion(), false)))
        .orElse(false);
  }

  private void orphan(Kind<?> kind, String name, String uid) {
    dependentsOf(uid).forEach(item -> disown(item.kind, item.name, uid));
    release(kind, name, uid, ORPHAN);
  }

  private <T extends HasMetadata> void disown(Kind<T> kind, String name, String uid) {
    client.edit(
        kind,
        name,
        Part.OBJECT,
        each -> {
          each.getMetadata().getOwnerReferences().removeIf(owner -> owner.getUid().equals(uid));
          return each;
        });
  }

  private <T extends HasMetadata> void release(
      Kind<T> kind, String name, String uid, String finalizer) {
    boolean holds =
        server
            .get(kind, name)
            .filter(each -> each.getMetadata().getUid().equals(uid))
            .filter(each -> Metadata.finalizers(each).contains(finalizer))
            .isPresent();
    if (holds) {
      client.edit(
          kind,
          name,
          Part.OBJECT,
          each -> {
            each.getMetadata().getFinalizers().remove(finalizer);
            return each;
          });
    }
  }

  private List<Item> dependentsOf(String uid) {
    return new ArrayList<>(dependents.getOrDefault(uid, Collections.emptySortedMap()).values());
  }

  private Optional<? extends HasMetadata> ownerOf(OwnerReference reference) {
    for (Kind<?> kind : OWNERS) {
      if (kind.name().equals(reference.getKind())) {
        return server
            .get(kind, reference.getName())
            .filter(each -> each.getMetadata().getUid().equals(reference.getUid()));
      }
    }
    throw new IllegalStateException("the simulation does not know owners of kind " + reference);
  }

  private static List<OwnerReference> owners(
      @org.jspecify.annotations.Nullable HasMetadata object) {
    // Owners of workloads are no objects here: they are always there.
    return object == null
        ? List.of()
        : Absent.list(object.getMetadata().getOwnerReferences()).stream()
            .filter(each -> !"apps/v1".equals(each.getApiVersion()))
            .toList();
  }

  private record Item(Kind<?> kind, String name) {
    private String key() {
      return kind.name() + "/" + name;
    }
  }
}
