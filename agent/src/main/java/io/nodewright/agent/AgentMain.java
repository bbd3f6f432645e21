package io.nodewright.agent;

import io.nodewright.agent.process.StopSignal;
import io.nodewright.agent.report.Messages;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// The program: `agent MODE [ROOT] COPY [DATA]`.
public final class AgentMain {

  private AgentMain() {}

  /// Runs the agent and ends the process with its exit code.
  public static void main(String[] arguments) {
    StopSignal stop = new StopSignal();
    CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    Messages stderr = new Messages(err, InstantSource.system(), Container.real().terminationLog());
    // SIGTERM and SIGINT start Java's shutdown, which waits for this thread; it in turn waits for
    // the running step (06 §13).
    Thread onShutdown =
        Thread.ofPlatform()
            .name("stop-signal")
            .unstarted(
                () -> {
                  if (!exitCode.isDone()) {
                    stop.raise();
                    stderr.info("asked to stop: a running step is left to finish, no other starts");
                  }
                  Runtime.getRuntime().halt(exitCode.join());
                });
    Runtime.getRuntime().addShutdownHook(onShutdown);
    Agent agent = new Agent(Container.real(), InstantSource.system(), stop);
    exitCode.complete(
        agent.run(
            List.of(arguments), environment(), new FileOutputStream(FileDescriptor.out), err));
    System.exit(exitCode.join());
  }

  /// The process's environment as it was given. Java's own view decodes it by the locale, and a
  /// container's locale may be anything (A102); Kubernetes writes UTF-8.
  private static Map<String, String> environment() {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(Path.of("/proc/self/environ"));
    } catch (IOException e) {
      return System.getenv();
    }
    Map<String, String> environment = new LinkedHashMap<>();
    for (String entry : new String(bytes, StandardCharsets.UTF_8).split("\0", -1)) {
      int equals = entry.indexOf('=', 1);
      if (equals > 0) {
        environment.put(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
    return environment;
  }
}
