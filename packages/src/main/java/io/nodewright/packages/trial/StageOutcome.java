package io.nodewright.packages.trial;

import java.util.List;

/// What came of one stage of a trial.
///
/// @param stage its name, such as `config change`
/// @param verdict whether it is as it should be
/// @param changes what it changed on the host
/// @param calls what it told the stand-ins for what acts on a real host, such as `systemctl
///   daemon-reload`
/// @param told why it failed or was left out, and what the steps wrote; empty when it did not
public record StageOutcome(
    String stage, Verdict verdict, List<TreeChange> changes, List<String> calls, String told) {

  /// How it went.
  public enum Verdict {
    PASSED,
    FAILED,
    /// It was to change nothing, or to leave nothing, and did.
    NOT_CLEAN,
    /// It was not tried.
    LEFT_OUT
  }

  public StageOutcome {
    changes = List.copyOf(changes);
    calls = List.copyOf(calls);
  }

  /// Whether the trial goes on after it.
  boolean goesOn() {
    return verdict != Verdict.FAILED;
  }

  /// Whether the package is as it should be.
  public boolean good() {
    return verdict == Verdict.PASSED || verdict == Verdict.LEFT_OUT;
  }
}
