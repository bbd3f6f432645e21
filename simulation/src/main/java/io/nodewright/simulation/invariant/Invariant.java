package io.nodewright.simulation.invariant;

import io.nodewright.engine.Decision;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.server.Change;
import java.time.Instant;

/// One rule that holds in every run. Looks at each stored change and each run of a stage, before
/// they are part of the [Truth].
interface Invariant {

  /// Its id in the design or the contract.
  String id();

  /// A change was stored.
  default void changed(Moment moment, Change<?> change, Findings findings) {}

  /// Something happened in a run of a stage on a host.
  default void ran(
      Moment moment, String node, Host.Moment what, Host.StageRun run, Findings findings) {}

  /// A pass decided.
  default void decided(Instant at, Decision decision, Findings findings) {}

  /// The world is calm and should be settled since that time, and is not.
  default void unsettled(Truth truth, Instant since, Findings findings) {}
}
