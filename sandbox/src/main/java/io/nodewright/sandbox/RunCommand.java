package io.nodewright.sandbox;

import io.nodewright.sandbox.process.KnownProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Runs a sandbox in the foreground until it is told to end.
@Command(
    name = "run",
    description = "Run a sandbox in the foreground; prints READY when it can be used.")
final class RunCommand implements Callable<Integer> {
  /// The image that the agent of this build has in every sandbox.
  static final String AGENT_IMAGE = "nodewright.local/agent:0.21.0";

  @Mixin private SandboxSize size = new SandboxSize();

  private final SandboxFolder folder;

  RunCommand(SandboxFolder folder) {
    this.folder = folder;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    folder.endAll();
    Files.createDirectories(folder.path());
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwx------"));
    Optional<KnownProcess> self = KnownProcess.running(ProcessHandle.current().pid());
    if (self.isPresent()) {
      self.get().write(folder.pidFile());
    }
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended), "sandbox-end"));
    try (Sandbox sandbox = Sandbox.start(size.in(folder.path()))) {
      fill(sandbox);
      if (size.operator()) {
        runWithOperator(sandbox, told);
      } else {
        sayReady();
        told.await();
      }
    } finally {
      Files.deleteIfExists(folder.ready());
      Files.deleteIfExists(folder.pidFile());
      ended.countDown();
    }
    return 0;
  }

  private void runWithOperator(Sandbox sandbox, CountDownLatch told)
      throws IOException, InterruptedException {
    try (OperatorProcess _ = OperatorProcess.start(sandbox, AGENT_IMAGE, Map.of())) {
      sayReady();
      told.await();
    }
  }

  private void fill(Sandbox sandbox) throws IOException {
    sandbox.installKinds();
    sandbox.createNamespace(OperatorProcess.NAMESPACE);
    sandbox.images().addAgent(AGENT_IMAGE);
    for (Map.Entry<String, Path> entry : size.packages().entrySet()) {
      sandbox.images().addPackage(entry.getKey(), entry.getValue());
    }
  }

  private void sayReady() throws IOException {
    Files.writeString(folder.ready(), ProcessHandle.current().pid() + "\n");
    System.out.println("READY");
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
