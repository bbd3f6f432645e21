package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.time.Agenda;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What each kind of write does to what is stored.
final class Writes {

  /// Holds an object while what it owns goes first.
  static final String FOREGROUND = "foregroundDeletion";

  /// Holds an object until what it owns has lost it as an owner.
  static final String ORPHAN = "orphan";

  private static final long DEFAULT_GRACE = 30;

  private final ApiServer server;
  private final Agenda agenda;
  private final Admission admission;

  Writes(ApiServer server, Agenda agenda, Admission admission) {
    this.server = server;
    this.agenda = agenda;
    this.admission = admission;
  }

  <T extends HasMetadata> T create(String who, Kind<T> kind, T object) {
    T created = kind.copy(object);
    ObjectMeta meta = created.getMetadata();
    if (meta.getName() == null || meta.getName().isEmpty()) {
      meta.setName(Absent.text(meta.getGenerateName()) + server.nextSuffix());
    }
    String name = meta.getName();
    if (server.get(kind, name).isPresent()) {
      throw ApiFailure.exists(kind, name);
    }
    meta.setUid(server.nextUid());
    meta.setCreationTimestamp(Times.text(agenda.now()));
    meta.setDeletionTimestamp(null);
    meta.setDeletionGracePeriodSeconds(null);
    meta.setGeneration(kind.countsGenerations() ? 1L : null);
    Creation.prepare(kind, created);
    admission.check(kind, null, created);
    ObjectRules.check(kind, created);
    long number = server.nextVersion();
    meta.setResourceVersion(Long.toString(number));
    server.store(who, kind, name, null, created, number);
    return created;
  }

  <T extends HasMetadata> T patch(
      String who, Kind<T> kind, String name, PatchKind form, String body, Part part) {
    T stored = stored(kind, name);
    return update(who, kind, stored, Patching.apply(kind, stored, form, body, part), part);
  }

  <T extends HasMetadata> T edit(
      String who, Kind<T> kind, String name, Part part, UnaryOperator<T> change) {
    T stored = stored(kind, name);
    return update(who, kind, stored, change.apply(kind.copy(stored)), part);
  }

  <T extends HasMetadata> T replace(String who, Kind<T> kind, T object, Part part) {
    String name = object.getMetadata().getName();
    T stored = stored(kind, name);
    String version = Absent.text(object.getMetadata().getResourceVersion());
    if (!version.isEmpty() && !version.equals(stored.getMetadata().getResourceVersion())) {
      throw modified(kind, name);
    }
    return update(who, kind, stored, kind.copy(object), part);
  }

  <T extends HasMetadata> Optional<T> delete(
      String who, Kind<T> kind, String name, Deletion deletion) {
    T stored = stored(kind, name);
    String uid = stored.getMetadata().getUid();
    if (!deletion.uid().isEmpty() && !deletion.uid().equals(uid)) {
      throw ApiFailure.conflict(
          kind,
          name,
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(deletion.uid(), uid));
    }
    admission.check(kind, stored, null);
    T next = kind.copy(stored);
    ObjectMeta meta = next.getMetadata();
    holdForDependents(meta, deletion);
    long grace = kind == Kind.POD ? grace((Pod) stored, deletion) : 0;
    if (grace == 0 && meta.getFinalizers().isEmpty()) {
      gone(who, kind, stored);
      return Optional.empty();
    }
    if (meta.getDeletionTimestamp() == null) {
      meta.setDeletionTimestamp(Times.text(agenda.now().plusSeconds(grace)));
      meta.setDeletionGracePeriodSeconds(grace);
      if (kind.countsGenerations()) {
        meta.setGeneration(meta.getGeneration() + 1);
      }
    } else if (grace < Objects.requireNonNullElse(meta.getDeletionGracePeriodSeconds(), 0L)) {
      meta.setDeletionTimestamp(Times.text(agenda.now().plusSeconds(grace)));
      meta.setDeletionGracePeriodSeconds(grace);
    }
    return Optional.of(commit(who, kind, stored, next));
  }

  private static void holdForDependents(ObjectMeta meta, Deletion deletion) {
    List<String> finalizers = meta.getFinalizers();
    switch (deletion.propagation()) {
      case BACKGROUND -> {
        finalizers.remove(FOREGROUND);
        finalizers.remove(ORPHAN);
      }
      case FOREGROUND -> {
        finalizers.remove(ORPHAN);
        addOnce(finalizers, FOREGROUND);
      }
      case ORPHAN -> {
        finalizers.remove(FOREGROUND);
        addOnce(finalizers, ORPHAN);
      }
    }
  }

  private static void addOnce(List<String> finalizers, String finalizer) {
    if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
    }
  }

  /// A Pod that no kubelet has to end goes at once.
  private static long grace(Pod pod, Deletion deletion) {
    String phase = pod.getStatus() == null ? "" : Absent.text(pod.getStatus().getPhase());
    if (phase.equals("Succeeded")
        || phase.equals("Failed")
        || Absent.text(pod.getSpec().getNodeName()).isEmpty()) {
      return 0;
    }
    if (deletion.graceSeconds() >= 0) {
      return deletion.graceSeconds();
    }
    Long own = pod.getSpec().getTerminationGracePeriodSeconds();
    return own == null ? DEFAULT_GRACE : own;
  }

  private <T extends HasMetadata> T update(
      String who, Kind<T> kind, T stored, T wanted, Part part) {
    // A status write of a node or a Pod also takes labels and annotations, which nobody here sends
    // with it.
    T next =
        switch (part) {
          case OBJECT -> kind.withStatusOf(kind.copy(wanted), stored);
          case STATUS -> kind.withStatusOf(kind.copy(stored), wanted);
        };
    String name = stored.getMetadata().getName();
    String uid = Absent.text(wanted.getMetadata().getUid());
    if (!uid.equals(stored.getMetadata().getUid())) {
      throw otherUid(kind, name, uid);
    }
    fixed(next.getMetadata(), stored.getMetadata());
    boolean sameSpec = kind.sameSpec(stored, next);
    if (sameSpec
        && kind.sameStatus(stored, next)
        && Metadata.same(stored.getMetadata(), next.getMetadata())) {
      return stored;
    }
    if (part == Part.OBJECT) {
      noNewFinalizersWhileDeleting(kind, stored, next);
      admission.check(kind, stored, next);
    }
    ObjectRules.checkChange(kind, stored, next);
    if (kind.countsGenerations() && !sameSpec) {
      next.getMetadata().setGeneration(stored.getMetadata().getGeneration() + 1);
    }
    if (nothingHolds(next)) {
      gone(who, kind, next);
      return next;
    }
    return commit(who, kind, stored, next);
  }

  private static ApiFailure otherUid(Kind<?> kind, String name, String wanted) {
    return ApiFailure.invalid(
        kind, name, "metadata.uid: Invalid value: \"%s\": field is immutable".formatted(wanted));
  }

  /// What no client sets.
  private static void fixed(ObjectMeta next, ObjectMeta stored) {
    next.setName(stored.getName());
    next.setUid(stored.getUid());
    next.setCreationTimestamp(stored.getCreationTimestamp());
    next.setDeletionTimestamp(stored.getDeletionTimestamp());
    next.setDeletionGracePeriodSeconds(stored.getDeletionGracePeriodSeconds());
    next.setGeneration(stored.getGeneration());
  }

  private static <T extends HasMetadata> void noNewFinalizersWhileDeleting(
      Kind<T> kind, T stored, T next) {
    if (Metadata.deleting(stored)) {
      Set<String> added = new HashSet<>(Metadata.finalizers(next));
      added.removeAll(new HashSet<>(Metadata.finalizers(stored)));
      if (!added.isEmpty()) {
        throw ApiFailure.invalid(
            kind,
            stored.getMetadata().getName(),
            "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being"
                + " deleted, found new finalizers "
                + new ArrayList<>(added));
      }
    }
  }

  private static boolean nothingHolds(HasMetadata object) {
    Long grace = object.getMetadata().getDeletionGracePeriodSeconds();
    return Metadata.deleting(object)
        && Metadata.finalizers(object).isEmpty()
        && (grace == null || grace == 0);
  }

  private <T extends HasMetadata> T commit(String who, Kind<T> kind, T stored, T next) {
    long number = server.nextVersion();
    next.getMetadata().setResourceVersion(Long.toString(number));
    server.store(who, kind, next.getMetadata().getName(), stored, next, number);
    return next;
  }

  private <T extends HasMetadata> void gone(String who, Kind<T> kind, T last) {
    long number = server.nextVersion();
    T leaving = kind.copy(last);
    leaving.getMetadata().setResourceVersion(Long.toString(number));
    server.store(who, kind, last.getMetadata().getName(), leaving, null, number);
  }

  private <T extends HasMetadata> T stored(Kind<T> kind, String name) {
    return server.get(kind, name).orElseThrow(() -> ApiFailure.notFound(kind, name));
  }

  static ApiFailure modified(Kind<?> kind, String name) {
    return ApiFailure.conflict(
        kind,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }
}
