package io.nodewright.sandbox;

import io.nodewright.sandbox.image.ImageInbox;
import io.nodewright.sandbox.process.KnownProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nodewright sandbox`: a whole cluster on one Linux computer.
@Command(
    name = "sandbox",
    description = "A whole cluster on this computer, without a container engine.",
    mixinStandardHelpOptions = true)
public final class SandboxMain {
  @Spec private CommandSpec spec;

  private final SandboxFolder folder;

  private SandboxMain(SandboxFolder folder) {
    this.folder = folder;
  }

  /// The commands, for the sandbox that `folder` means.
  private static CommandLine commands(SandboxFolder folder) {
    return new CommandLine(new SandboxMain(folder))
        .addSubcommand(new UpCommand(folder))
        .addSubcommand(new RunCommand(folder))
        .setExecutionExceptionHandler(
            (problem, line, _) -> {
              line.getErr()
                  .println("sandbox " + line.getCommandName() + ": " + problem.getMessage());
              return 1;
            });
  }

  /// Runs one command; its exit code is 0 when it did what it should.
  public static void main(String[] arguments) {
    // The log's settings are the operator's, unless we name ours before the first line.
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "io/nodewright/sandbox/sandbox-logback.xml");
    }
    System.exit(commands(SandboxFolder.of(System.getenv())).execute(arguments));
  }

  @Command(name = "down", description = "End the sandbox and remove all but its logs.")
  int down() throws IOException {
    folder.endAll();
    folder.remove();
    return 0;
  }

  @Command(name = "kubeconfig", description = "Print the path of the administrator's kubeconfig.")
  int kubeconfig() {
    if (!Files.exists(folder.kubeconfig())) {
      return missing();
    }
    out().println(folder.kubeconfig());
    return 0;
  }

  @Command(name = "status", description = "Print what runs.")
  int status() throws IOException {
    Optional<KnownProcess> running = folder.running();
    if (running.isEmpty()) {
      return missing();
    }
    out().printf("%-28s %8d%n", "sandbox", running.get().pid());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path().resolve("pids"))) {
      for (Path file : files) {
        print(file.getFileName().toString(), file);
      }
    }
    Path nodes = folder.path().resolve("nodes");
    if (Files.isDirectory(nodes)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(nodes)) {
        for (Path node : found) {
          print(node.getFileName().toString(), node.resolve("machine.pid"));
        }
      }
    }
    return 0;
  }

  @Command(
      name = "package",
      description = "Offer a package folder to the sandbox as the image that a NodeWright names.")
  int offer(
      @Parameters(paramLabel = "IMAGE", description = "As in example/motd:1.0.0.") String image,
      @Parameters(paramLabel = "DIR", description = "The package's folder.") Path source)
      throws IOException {
    new ImageInbox(folder.imageInbox()).offer(image, source);
    return 0;
  }

  private void print(String name, Path pidFile) throws IOException {
    String pid =
        KnownProcess.read(pidFile)
            .filter(KnownProcess::alive)
            .map(process -> Long.toString(process.pid()))
            .orElse("stopped");
    out().printf("%-28s %8s%n", name, pid);
  }

  private int missing() {
    spec.commandLine()
        .getErr()
        .printf("no sandbox runs in %s; start one with: sandbox up%n", folder.path());
    return 1;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
