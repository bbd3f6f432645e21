package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notices fields of Jobs that the API server did not keep: one that is too old, or a proxy before
/// it, drops them without a word (08 §15). Said once in the life of a process.
final class DroppedFields {

  private static final Logger LOG = LoggerFactory.getLogger(DroppedFields.class);

  private final AtomicBoolean said = new AtomicBoolean();

  /// Compares a Job as it was sent with how it came back.
  void look(Job sent, Job stored) {
    List<String> dropped = between(sent, stored);
    if (!dropped.isEmpty() && said.compareAndSet(false, true)) {
      LOG.atWarn()
          .addKeyValue("job", sent.getMetadata().getName())
          .log(
              "the API server does not keep {}; update the cluster to Kubernetes 1.31 or later",
              String.join(" and ", dropped));
    }
  }

  private static List<String> between(Job sent, Job stored) {
    List<String> dropped = new ArrayList<>();
    if (sent.getSpec().getPodReplacementPolicy() != null
        && stored.getSpec().getPodReplacementPolicy() == null) {
      dropped.add("podReplacementPolicy (two attempts may write a host at once)");
    }
    if (sent.getSpec().getPodFailurePolicy() != null
        && stored.getSpec().getPodFailurePolicy() == null) {
      dropped.add("podFailurePolicy (evictions spend the retry budget)");
    }
    if (stored.getSpec().getSuspend() == null) { // one that knows it fills it in
      dropped.add("suspend (a pause cannot stop a running stage)");
    }
    return dropped;
  }
}
