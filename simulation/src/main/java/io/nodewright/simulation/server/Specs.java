package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;

/// Shallow copies of specs and statuses, of which single members are then replaced. Fabric8's
/// builders copy all the way down, which for a Job is its whole Pod template.
public final class Specs {

  private Specs() {}

  /// A copy that shares its values.
  public static NodeSpec copy(NodeSpec from) {
    NodeSpec copy = new NodeSpec();
    copy.setConfigSource(from.getConfigSource());
    copy.setExternalID(from.getExternalID());
    copy.setPodCIDR(from.getPodCIDR());
    copy.setPodCIDRs(from.getPodCIDRs());
    copy.setProviderID(from.getProviderID());
    copy.setTaints(from.getTaints());
    copy.setUnschedulable(from.getUnschedulable());
    return copy;
  }

  /// A copy that shares its values; of a status only what is modelled: conditions and node info.
  public static NodeStatus copy(NodeStatus from) {
    NodeStatus copy = new NodeStatus();
    copy.setConditions(from.getConditions());
    copy.setNodeInfo(from.getNodeInfo());
    return copy;
  }

  /// A copy that shares its values.
  public static JobSpec copy(JobSpec from) {
    return new JobSpec(
        from.getActiveDeadlineSeconds(),
        from.getBackoffLimit(),
        from.getBackoffLimitPerIndex(),
        from.getCompletionMode(),
        from.getCompletions(),
        from.getManagedBy(),
        from.getManualSelector(),
        from.getMaxFailedIndexes(),
        from.getParallelism(),
        from.getPodFailurePolicy(),
        from.getPodReplacementPolicy(),
        from.getScheduling(),
        from.getSelector(),
        from.getSuccessPolicy(),
        from.getSuspend(),
        from.getTemplate(),
        from.getTtlSecondsAfterFinished());
  }
}
