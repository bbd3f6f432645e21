package io.nodewright.sandbox.kubelet;

import java.util.Collection;

/// A pod's phase.
enum PodPhase {
  PENDING("Pending"),
  RUNNING("Running"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed");

  private final String text;

  PodPhase(String text) {
    this.text = text;
  }

  /// The phase as the API has it.
  String text() {
    return text;
  }

  /// Whether nothing can change it any more.
  boolean terminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /// The phase of a pod with these facts under `restartPolicy`.
  static PodPhase of(PodFacts facts, String restartPolicy) {
    PodPhase byContainers = byContainers(facts, restartPolicy);
    return switch (facts.verdict()) {
      case PodVerdict.Open _ -> byContainers;
      case PodVerdict.Over _ -> byContainers == SUCCEEDED ? SUCCEEDED : FAILED;
      case PodVerdict.Refused _ -> FAILED;
    };
  }

  private static PodPhase byContainers(PodFacts facts, String restartPolicy) {
    Collection<ContainerRecord> init = facts.init().values();
    Collection<ContainerRecord> main = facts.main().values();
    boolean never = restartPolicy.equals("Never");
    if (never && init.stream().anyMatch(ContainerRecord::failed)) {
      return FAILED;
    }
    if (!init.stream().allMatch(ContainerRecord::succeeded)) {
      return PENDING;
    }
    boolean allEnded = main.stream().allMatch(record -> record.succeeded() || record.failed());
    if (allEnded && !restartPolicy.equals("Always")) {
      boolean failed = main.stream().anyMatch(ContainerRecord::failed);
      return !failed ? SUCCEEDED : never ? FAILED : RUNNING;
    }
    return main.stream().anyMatch(ContainerRecord::everRan) ? RUNNING : PENDING;
  }
}
