package io.nodewright.sandbox.demo;

import io.nodewright.sandbox.process.FolderRemoval;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nodewright demo`: a cluster on this computer, and a rollout on it that can be watched.
@Command(
    name = "demo",
    description = "Roll three sample packages out on a cluster of its own, and show it.",
    mixinStandardHelpOptions = true)
public final class DemoMain implements Callable<Integer> {

  @Option(names = "--once", description = "End with the outcome: 0 when every host was changed.")
  private boolean once;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "How long to wait for the end (default: ${DEFAULT-VALUE}).")
  private int patience;

  private DemoMain() {}

  /// Runs the demo; the exit code is 0 when every host was changed.
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "io/nodewright/sandbox/sandbox-logback.xml");
    }
    System.exit(
        new CommandLine(new DemoMain())
            .setExecutionExceptionHandler(
                (problem, line, _) -> {
                  line.getErr().println("demo: " + problem.getMessage());
                  return 1;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path project = Path.of(System.getProperty("project.root", "."));
    Path folder = Files.createTempDirectory("nodewright-demo");
    Screen screen = new Screen(System.out, onTerminal() && !once);
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended), "demo-end"));
    try (Demo demo = Demo.start(project, folder, nodes, screen)) {
      boolean complete = demo.watch(screen, Duration.ofSeconds(patience));
      boolean green = outcome(demo, complete, screen);
      if (!once) {
        lookAround(demo, screen);
        demo.prepareNext();
        told.await();
      }
      return green ? 0 : 1;
    } finally {
      if (once) {
        FolderRemoval.of(folder);
      }
      ended.countDown();
    }
  }

  private static boolean onTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  private boolean outcome(Demo demo, boolean complete, Screen screen) {
    screen.say("");
    demo.table().forEach(screen::say);
    List<String> missing = demo.missingFiles();
    if (complete && missing.isEmpty()) {
      screen.say("All " + nodes + " hosts are changed.");
      if (once) {
        screen.say("./nodewright demo, without --once, keeps the cluster for a look around.");
      }
      return true;
    }
    screen.say(
        complete
            ? "The rollout is complete, but files are missing: " + String.join(", ", missing)
            : "The rollout is not complete; the operator's log is in "
                + demo.folder().resolve("logs"));
    return false;
  }

  private static void lookAround(Demo demo, Screen screen) {
    screen.say("");
    screen.say("Look around:");
    screen.say("  export KUBECONFIG=" + demo.kubeconfig());
    screen.say("  kubectl get nodewrights");
    screen.say("  kubectl get nodewright " + Demo.NODE_WRIGHT + " -o yaml");
    screen.say("  kubectl get events --sort-by=.metadata.creationTimestamp");
    screen.say("  cat " + demo.hostOf("node-0").resolve("etc/motd.d/50-nodewright-motd"));
    screen.say("Ctrl-C ends the cluster.");
  }

  /// A signal ends this process only after the sandbox has ended.
  private static void end(CountDownLatch told, CountDownLatch ended) {
    told.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
