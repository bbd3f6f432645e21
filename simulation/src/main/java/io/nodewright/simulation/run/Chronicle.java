package io.nodewright.simulation.run;

import io.nodewright.engine.Decision;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.server.Change;
import java.time.Duration;
import java.time.Instant;

/// Is told of all that happens in a run, in order. This one keeps a fingerprint alone.
public class Chronicle {

  private static final long PRIME = 0x100_0000_01B3L;

  private long fingerprint = 0xCBF2_9CE4_8422_2325L;

  /// A change was stored.
  void changed(Change<?> change) {
    mix(change.at().toEpochMilli());
    mix(change.who().hashCode());
    mix(change.kind().name().hashCode());
    mix(change.name().hashCode());
    mix(change.number());
  }

  /// Somebody did something, or tried to.
  void deed(Instant at, Disturbance.Act act, boolean done) {}

  /// Everything is put right.
  void calm(Instant at) {}

  /// Something happened in a run of a stage.
  void ran(Instant at, String node, Host.Moment moment, Host.StageRun run) {}

  /// A pass decided.
  void decided(Instant at, Decision decision) {}

  /// The run is over.
  void ended(Instant at) {}

  long fingerprint() {
    return fingerprint;
  }

  /// From the beginning of a run to that time.
  static Duration since(Instant at) {
    return Duration.between(World.BEGIN, at);
  }

  private void mix(long value) {
    fingerprint = (fingerprint ^ value) * PRIME;
  }
}
