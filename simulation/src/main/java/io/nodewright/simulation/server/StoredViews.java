package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.job.AttemptViews;
import io.nodewright.api.job.JobViews;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How stored objects read, made once for all who look: each process of the operator, the truth and
/// every invariant. Stored objects never change, so the object itself is the key.
public final class StoredViews {

  private final Views<NodeWright, NodeWrightView> nodeWrights = new Views<>(NodeWrightViews::of);
  private final Views<Job, Optional<JobFacts>> jobs = new Views<>(JobViews::of);
  private final Views<Pod, Optional<OwnedAttempt>> attempts = new Views<>(AttemptViews::of);

  StoredViews() {}

  /// A NodeWright, as the operator reads it.
  public NodeWrightView nodeWright(NodeWright stored) {
    return nodeWrights.of(stored);
  }

  /// A Job; empty when it is none of ours.
  public Optional<JobFacts> job(Job stored) {
    return jobs.of(stored);
  }

  /// A Pod; empty when it is none of ours.
  public Optional<OwnedAttempt> attempt(Pod stored) {
    return attempts.of(stored);
  }

  /// Of each object the two versions read last: changes are judged by the one before and the one
  /// after.
  private static final class Views<T extends HasMetadata, V> {

    private final Function<T, V> codec;
    private final Map<String, Latest<T, V>> byUid = new HashMap<>();

    private Views(Function<T, V> codec) {
      this.codec = codec;
    }

    @SuppressWarnings("ReferenceEquality") // the object is the key: it never changes
    private V of(T stored) {
      Latest<T, V> known = byUid.get(stored.getMetadata().getUid());
      Seen<T, V> newest = known == null ? null : known.newest;
      if (newest != null && newest.object == stored) {
        return newest.view;
      }
      if (known != null && known.before != null && known.before.object == stored) {
        return known.before.view;
      }
      V view = codec.apply(stored);
      byUid.put(stored.getMetadata().getUid(), new Latest<>(new Seen<>(stored, view), newest));
      return view;
    }
  }

  private record Seen<T, V>(T object, V view) {}

  private record Latest<T, V>(Seen<T, V> newest, @Nullable Seen<T, V> before) {}
}
