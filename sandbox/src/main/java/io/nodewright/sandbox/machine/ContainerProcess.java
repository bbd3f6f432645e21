package io.nodewright.sandbox.machine;

import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A container that runs as processes of a machine.
public final class ContainerProcess {
  /// How long after its containers a machine may take to be seen down.
  private static final Duration DOWN_WITHIN = Duration.ofSeconds(30);

  /// Where the node shows the layers of images, see `machine.sh`.
  private static final String IMAGES_IN_NODE = "/run/sandbox/images/";

  /// Containers of all machines of this computer that have not ended.
  private static final Set<ContainerProcess> RUNNING = ConcurrentHashMap.newKeySet();

  private final Machine machine;
  private final ContainerPlan plan;
  private final Process outer;
  private final CompletableFuture<End> end;

  private ContainerProcess(Machine machine, ContainerPlan plan, Process outer) {
    this.machine = machine;
    this.plan = plan;
    this.outer = outer;
    RUNNING.add(this);
    this.end = outer.onExit().thenCompose(this::judge);
  }

  /// Starts what `plan` says on `machine`.
  ///
  /// @throws IOException when not even the first program can be started
  public static ContainerProcess start(Machine machine, ContainerPlan plan) throws IOException {
    Files.createDirectories(plan.ownHere());
    Files.createDirectories(plan.log().getParent());
    ProcessBuilder builder =
        new ProcessBuilder(command(machine, plan))
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(plan.log().toFile()));
    builder.environment().clear();
    return new ContainerProcess(machine, plan, LinkedProcesses.start(builder));
  }

  /// Completes with its end.
  public CompletableFuture<End> end() {
    return end;
  }

  /// Asks it to end (SIGTERM).
  public void terminate() {
    first().ifPresent(ProcessHandle::destroy);
  }

  /// Ends all of it (SIGKILL).
  public void kill() {
    first().ifPresentOrElse(ProcessHandle::destroyForcibly, outer::destroyForcibly);
  }

  private CompletableFuture<End> judge(Process ended) {
    killRest();
    int code = ended.exitValue();
    String problem = startError();
    if (!problem.isEmpty()) {
      return CompletableFuture.completedFuture(new End.NotStarted(problem));
    }
    // A machine that goes down has begun to when it kills its containers.
    if (machine.up()) {
      return CompletableFuture.completedFuture(new End.Exited(code));
    }
    return machine
        .down()
        .<End>thenApply(_ -> new End.MachineDown())
        .completeOnTimeout(new End.Exited(code), DOWN_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// The container's first process: the one that the words before it made, and with processes of
  /// its own the child of that.
  private Optional<ProcessHandle> first() {
    Optional<ProcessHandle> child = outer.children().findFirst();
    return plan.ownProcesses() ? child.flatMap(made -> made.children().findFirst()) : child;
  }

  /// Ends what the container left running, as a container engine does by its cgroup: here it is
  /// known by its mount namespace.
  ///
  /// The kernel gives the number of a namespace that is gone to the next one that is made. When a
  /// container that runs has ours, nothing of this one is left; and what was started for one that
  /// has not said its number yet is never ours.
  private void killRest() {
    RUNNING.remove(this);
    String name = namespace();
    if (name.isEmpty()
        || !machine.up()
        || RUNNING.stream().anyMatch(other -> other.namespace().equals(name))) {
      return;
    }
    List<ProcessHandle> left = NamespaceMembers.of(name, machine.init()).toList();
    if (left.isEmpty()) {
      return;
    }
    Set<Long> others =
        RUNNING.stream()
            .flatMap(
                other ->
                    Stream.concat(Stream.of(other.outer.toHandle()), other.outer.descendants()))
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    left.stream()
        .filter(process -> !others.contains(process.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /// The name of its mount namespace; empty before it has one.
  private String namespace() {
    try {
      Path name = plan.ownHere().resolve("mount-namespace");
      return Files.exists(name) ? Files.readString(name).strip() : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String startError() {
    try {
      Path error = plan.ownHere().resolve("start-error");
      return Files.exists(error) ? Files.readString(error).strip() : "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static List<String> command(Machine machine, ContainerPlan plan) {
    List<String> command = new ArrayList<>(machine.enter());
    command.addAll(List.of(HostPrograms.path("unshare"), "--mount", "--propagation", "slave"));
    if (plan.ownProcesses()) {
      command.addAll(List.of("--pid", "--fork", "--kill-child=SIGKILL"));
    }
    command.addAll(
        List.of(
            "--",
            HostPrograms.path("bash"),
            "/run/sandbox/scripts/" + Machine.CONTAINER_SCRIPT,
            plan.own(),
            layers(plan)));
    command.add(plan.usr() ? "usr" : "");
    command.add(machine.overlayOption());
    command.add(plan.ownProcesses() ? "own" : "");
    plan.mounts()
        .forEach(mount -> command.addAll(List.of(mount.word(), mount.source(), mount.target())));
    command.add("--");
    command.add(plan.environment().getOrDefault("PATH", ""));
    command.addAll(List.of(plan.folder(), plan.user()));
    command.add(Integer.toString(plan.environment().size()));
    plan.environment().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(plan.command());
    return command;
  }

  private static String layers(ContainerPlan plan) {
    return String.join(":", plan.layers().stream().map(layer -> IMAGES_IN_NODE + layer).toList());
  }

  /// How a container ended.
  public sealed interface End {
    /// Its first process ended.
    ///
    /// @param code its exit code; 128 + n when signal n ended it
    record Exited(int code) implements End {}

    /// It could not be set up, or its program is not there.
    ///
    /// @param problem what was wrong
    record NotStarted(String problem) implements End {}

    /// The machine went down under it.
    record MachineDown() implements End {}
  }
}
