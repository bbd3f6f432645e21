package io.nodewright.operator;

import io.nodewright.operator.logs.JsonLogs;
import io.nodewright.operator.settings.InvalidSettings;
import io.nodewright.operator.settings.LogLevel;
import io.nodewright.operator.settings.OperatorSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operator's process.
public final class OperatorMain {

  private static final int FAILED = 1;

  private OperatorMain() {}

  /// Runs until it is told to stop.
  ///
  /// @param arguments none are read
  public static void main(String[] arguments) throws InterruptedException {
    JsonLogs.install(LogLevel.INFO, System.err);
    Logger log = LoggerFactory.getLogger(OperatorMain.class);
    OperatorSettings settings;
    try {
      settings = OperatorSettings.from(System.getenv());
    } catch (InvalidSettings e) {
      log.error("the settings are wrong: {}", String.join(" | ", e.problems()));
      System.exit(FAILED);
      return;
    }
    JsonLogs.install(settings.logLevel(), System.err);
    settings.warnings().forEach(log::warn);
    log.atInfo().addKeyValue("settings", settings.effective()).log("configuration");
    OperatorProcess process = new OperatorProcess(settings);
    AtomicInteger exitCode = new AtomicInteger();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("stop")
                .unstarted(
                    () -> {
                      process.stop();
                      // A process that was told to stop and did ended well (08 §3.1); the JVM
                      // would say 143.
                      Runtime.getRuntime().halt(exitCode.get());
                    }));
    try {
      process.start();
      log.atInfo().addKeyValue("ms", millisSinceStart()).log("ready");
    } catch (IOException e) {
      log.atError().setCause(e).log("the operator cannot start");
      exitCode.set(FAILED);
      System.exit(FAILED);
    }
    Thread.currentThread().join(); // until the process is told to stop
  }

  private static long millisSinceStart() {
    return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
  }
}
