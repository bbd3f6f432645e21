package io.nodewright.sandbox.workload;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// How the workloads of a sandbox ended, in order.
public final class WorkloadLog {
  private final List<WorkloadEnd> ends = new CopyOnWriteArrayList<>();

  /// All that have ended so far.
  public List<WorkloadEnd> ends() {
    return List.copyOf(ends);
  }

  void add(WorkloadEnd end) {
    ends.add(end);
  }
}
