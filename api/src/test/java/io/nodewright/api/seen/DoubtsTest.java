package io.nodewright.api.seen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a list or a watch that shows it no more does not end.
class DoubtsTest {

  @ParameterizedTest(name = "LX4 {0}: {1}")
  @DisplayName("LX4 a Pod that may be at work is not gone because a list came back without it")
  @CsvSource({
    "PENDING, false",
    "RUNNING, false",
    "UNKNOWN, false",
    "SUCCEEDED, true",
    "FAILED, true"
  })
  void aPodThatMayBeAtWork(Attempt.Phase phase, boolean mayVanish) {
    Attempt attempt =
        new Attempt("pod", "uid", Instant.EPOCH, phase, false, false, "", "", List.of());
    JobKey key = new JobKey("nw", new PackageRef("p", "1.0.0"), Stage.APPLY, "n1");

    assertEquals(mayVanish, Doubts.mayVanish(new OwnedAttempt("job", key, true, attempt)));
  }
}
