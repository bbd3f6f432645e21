package io.nodewright.engine;

import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Verdict.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The words for where each package of one node is. Each text stands here, or beside the rule that
/// holds the package.
final class PackageVerdicts {

  private final NodeCase node;
  private final NodeWork work;
  private final ConfigGates gates;

  PackageVerdicts(NodeCase node, NodeWork work, ConfigGates gates) {
    this.node = node;
    this.work = work;
    this.gates = gates;
  }

  void running(PackageSpec spec, PackageRecord record, JobFacts job) {
    Evidence evidence = Evidence.of(job, node.subject().now());
    Instant since = job.created();
    if (record.state() == StageState.ERRORING) {
      say(
          spec,
          Reason.RETRYING,
          "stage %s failed %d time(s) and is tried again%s"
              .formatted(
                  record.stage().word(),
                  record.restarts(),
                  evidence.cause().isEmpty() ? "" : "; last: " + evidence.cause()),
          new Since.At(since),
          "");
    } else {
      say(
          spec,
          job.suspended() ? Reason.PAUSED : Reason.RUNNING,
          "stage " + record.stage().word() + (job.suspended() ? " is suspended" : " runs"),
          new Since.At(since),
          "");
    }
  }

  void timedOut(PackageSpec spec, PackageRecord record, Optional<JobFacts> failed) {
    String cause = failed.map(job -> Evidence.of(job, node.subject().now()).cause()).orElse("");
    say(
        spec,
        Reason.TIMED_OUT,
        "stage %s failed for good after %d attempt(s)%s"
            .formatted(
                record.stage().word(),
                Math.max(1, record.restarts()),
                cause.isEmpty() ? "" : "; last: " + cause),
        failed.map(job -> (Since) new Since.At(job.created())).orElse(unknown()),
        "fix the cause, then delete Job "
            + failed.map(JobFacts::name).orElse("")
            + " or change the package");
  }

  void done(PackageSpec spec) {
    Optional<SupersededUninstall> superseded =
        node.subject().uninstalls(spec)
            ? SupersededUninstall.of(spec, work.entries())
            : Optional.empty();
    if (superseded.isPresent()) {
      boolean running =
          node.ownJobs().stream()
              .anyMatch(
                  job ->
                      job.unfinished()
                          && job.key().ref().equals(superseded.get().recorded().ref()));
      say(
          spec,
          Reason.UNINSTALL_SUPERSEDED,
          superseded.get().message(running),
          unknown(),
          superseded.get().release(running));
      return;
    }
    gates
        .held(spec)
        .ifPresentOrElse(
            why -> say(spec, Reason.CONFIG_CHANGE_HELD, "done; " + why, unknown(), ""),
            () -> say(spec, Reason.COMPLETE, "done", unknown(), ""));
  }

  boolean interrupt(PackageSpec spec) {
    return say(
        spec,
        Reason.NOT_SUPPORTED,
        "declares an interrupt, which this version does not run",
        unknown(),
        "remove the interrupt from package " + spec.name());
  }

  static String shown(List<PackageRef> refs) {
    return String.join(", ", refs.stream().map(PackageRef::shown).toList());
  }

  static Since unknown() {
    return new Since.Unknown();
  }

  /// Says why; true, so that a caller can return it as "held".
  boolean say(PackageSpec spec, Reason reason, String message, Since since, String release) {
    work.say(spec.name(), reason, message, since, release);
    return true;
  }
}
