package io.nodewright.sandbox;

import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Starts a sandbox in the background.
@Command(
    name = "up",
    description = {
      "Start a sandbox in the background and return when it can be used.",
      "A sandbox that runs already is left as it is; one that crashed goes on where it was."
    })
final class UpCommand implements Callable<Integer> {
  private static final int LOG_BYTES = 3000;

  @Mixin private SandboxSize size = new SandboxSize();

  private final SandboxFolder folder;

  UpCommand(SandboxFolder folder) {
    this.folder = folder;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (folder.running().isEmpty()) {
      folder.endAll();
      Process started = start();
      if (!ready(started)) {
        System.err.printf(
            "sandbox up: the sandbox did not start; the end of %s:%n%s%n",
            folder.log(), LogTail.of(folder.log(), LOG_BYTES));
        return 1;
      }
    }
    System.out.println("export KUBECONFIG=" + folder.kubeconfig());
    return 0;
  }

  private Process start() throws IOException {
    Files.createDirectories(folder.log().getParent());
    List<String> command =
        new ArrayList<>(
            List.of(
                HostPrograms.path("setsid"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx384m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SandboxMain.class.getName(),
                "run"));
    command.addAll(size.words());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("NODEWRIGHT_SANDBOX_DIR", folder.path().toString());
    return builder
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.to(folder.log().toFile()))
        .start();
  }

  private boolean ready(Process started) throws InterruptedException {
    // The first start may build the control plane, which takes minutes: only its end ends the wait.
    while (!Files.exists(folder.ready())) {
      if (started.waitFor(100, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }
}
