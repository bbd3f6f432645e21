package io.nodewright.agent.record;

import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.report.UtcTime;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.InstantSource;

/// Opens the logs of one package version, in `<SKYHOOK_LOG_DIR>/<PKG>/<VER>` (06 §6.3).
///
/// @param directory below the log root, e.g. `tuning/1.1.6`
/// @param on false: no log file, no log directory
public record StepLogs(GuardedTree logs, String directory, boolean on, InstantSource clock) {

  /// A new log for a step.
  ///
  /// @param path the step's; keeps its sub-directories
  /// @throws AgentFailure when it cannot be made; the step must not run then (06 B57)
  public StepLog openForStep(String path) throws AgentFailure {
    return open(path, "step \"" + path + "\"");
  }

  /// A new log for an interrupt, in `interrupts` (06 §11).
  ///
  /// @param type the wire type
  /// @throws AgentFailure when it cannot be made; no command must run then
  public StepLog openForInterrupt(String type) throws AgentFailure {
    return open("interrupts/" + type, "interrupt \"" + type + "\"");
  }

  private StepLog open(String path, String subject) throws AgentFailure {
    if (!on) {
      return new StepLog.Off();
    }
    int slash = path.lastIndexOf('/');
    String at = slash < 0 ? directory : directory + "/" + path.substring(0, slash);
    LogRetention retention = new LogRetention(logs, at, path.substring(slash + 1));
    try {
      return create(retention, UtcTime.forLogName(clock.instant()));
    } catch (IOException e) {
      throw Phase.LOG.failure("cannot be created for " + subject + ": " + Causes.of(e));
    }
  }

  private StepLog create(LogRetention retention, String time) throws IOException {
    long number = numberAfter(retention, time);
    while (true) {
      String file = retention.directory() + "/" + LogName.of(retention.base(), time, number).file();
      try {
        return new StepLog.Kept(logs.shown(file), logs.create(file), retention);
      } catch (FileAlreadyExistsException e) {
        number++; // another package's agent took the name
      }
    }
  }

  /// 0 when no log has that time, else one more than the highest number seen.
  private static long numberAfter(LogRetention retention, String time) throws IOException {
    long next = 0;
    for (LogName name : retention.all()) {
      if (name.time().equals(time)) {
        next = Math.max(next, name.number() + 1);
      }
    }
    return next;
  }
}
