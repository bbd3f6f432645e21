package io.nodewright.api.admission;

import java.util.List;

/// One rule, or one group of rules that are one thought, of 01 §6.
@FunctionalInterface
interface NodeWrightRule {

  /// What this rule has against the write, packages in name order; empty when nothing.
  List<Violation> violations(NodeWrightWrite write);
}
