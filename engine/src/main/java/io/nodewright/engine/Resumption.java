package io.nodewright.engine;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.Optional;

/// What a suspended Job waits for before it goes on (03 §16). Its step begins anew, so what holds a
/// start holds it too: Jobs beside which it may not run (LX5), and the want of a quiet node (L13,
/// I81), since a pause may be long and its cordon lifted meanwhile.
final class Resumption {

  private final NodeCase node;

  Resumption(NodeCase node) {
    this.node = node;
  }

  /// Whether it may go on now.
  boolean may(JobFacts job) {
    return inTheWay(job).isEmpty() && !waitsForQuiet(job);
  }

  /// A Job at work beside which it may not run: an interrupt is alone on its node.
  Optional<JobFacts> inTheWay(JobFacts job) {
    boolean interrupts = job.key().stage().isInterrupt();
    return node.jobs().stream()
        .filter(JobFacts::atWork)
        .filter(other -> interrupts || other.key().stage().isInterrupt())
        .findFirst();
  }

  /// Whether its node is to become quiet first.
  boolean waitsForQuiet(JobFacts job) {
    for (PackageSpec spec : node.quiet().gated()) {
      if (spec.ref().equals(job.key().ref()) || job.covers().contains(spec.ref())) {
        return !node.quiet().quiet();
      }
    }
    return false;
  }
}
