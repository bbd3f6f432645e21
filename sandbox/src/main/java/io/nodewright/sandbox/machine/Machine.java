package io.nodewright.sandbox.machine;

import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.KnownProcess;
import io.nodewright.sandbox.process.LinkedProcesses;
import io.nodewright.sandbox.process.LogTail;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A node that runs: the namespaces of one boot. It is up from [#boot] until its process 1 ends,
/// for whatever reason; then all its processes are gone and so are its mounts.
public final class Machine implements AutoCloseable {
  private static final int LOG_BYTES = 2000;
  private static final String BOOT_SCRIPT = "machine.sh";

  /// What builds a container's root; the node shows it in `/run/sandbox/scripts`.
  static final String CONTAINER_SCRIPT = "container.sh";

  /// Those two, and what stands in for the host's own commands.
  private static final List<String> SCRIPTS =
      List.of(BOOT_SCRIPT, CONTAINER_SCRIPT, "systemctl.sh", "service.sh");

  private final UserNamespace users;
  private final Process outer;
  private final KnownProcess init;

  private Machine(UserNamespace users, Process outer, KnownProcess init) {
    this.users = users;
    this.outer = outer;
    this.init = init;
  }

  /// Boots a node and returns when it is up.
  ///
  /// @throws IOException when it does not come up; the text has its last words
  static Machine boot(MachineSettings settings) throws IOException {
    NodeFolder folder = settings.folder();
    EtcSeed.plant(folder.host());
    EtcSeed.nameHost(folder.host(), settings.name());
    Files.writeString(folder.bootId(), settings.bootId() + "\n");
    for (String script : SCRIPTS) {
      Files.createDirectories(folder.scripts());
      Files.writeString(folder.scripts().resolve(script), script(script));
    }
    Path log = folder.path().resolve("machine.log");
    Process outer =
        LinkedProcesses.start(
            new ProcessBuilder(command(settings))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
    BufferedReader said = outer.inputReader(StandardCharsets.UTF_8);
    Optional<KnownProcess> init =
        "READY".equals(said.readLine()) ? child(outer.toHandle()) : Optional.empty();
    if (init.isEmpty()) {
      outer.destroyForcibly();
      throw new IOException(
          "%s does not boot; the end of %s:%n%s"
              .formatted(settings.name(), log, LogTail.of(log, LOG_BYTES)));
    }
    init.get().write(folder.path().resolve("machine.pid"));
    return new Machine(settings.users(), outer, init.get());
  }

  /// Completes when it is down.
  CompletableFuture<Void> down() {
    return outer.onExit().thenApply(_ -> null);
  }

  /// Whether it went down because it was told to, and not because its power was cut. Known once it
  /// is down.
  boolean shutDown() {
    return outer.exitValue() == 0;
  }

  /// Whether it is up: not once it has begun to go down, when its containers are being killed.
  boolean up() {
    return outer.isAlive() && !init.ending();
  }

  /// The node's root, with all that is mounted there. Valid while the machine is up.
  public Path root() {
    return Path.of("/proc", Long.toString(init.pid()), "root");
  }

  /// The number of its process 1, as this computer has it.
  long init() {
    return init.pid();
  }

  /// The words before a command that runs on the node, in its root.
  List<String> enter() {
    String namespaces = "/proc/" + init.pid() + "/ns/";
    List<String> words = new ArrayList<>(List.of(HostPrograms.path("nsenter")));
    if (users.own()) {
      words.addAll(List.of("--user=" + namespaces + "user", "--preserve-credentials"));
    }
    for (String kind : List.of("mnt", "uts", "ipc", "net", "pid")) {
      String option = kind.equals("mnt") ? "mount" : kind;
      words.add("--" + option + "=" + namespaces + kind);
    }
    words.add("--");
    return words;
  }

  /// What overlay mounts on this machine need beside their folders.
  String overlayOption() {
    return users.overlayOption();
  }

  /// Cuts its power.
  @Override
  public void close() {
    outer.destroyForcibly();
    outer.onExit().join();
  }

  private static List<String> command(MachineSettings settings) {
    List<String> command = new ArrayList<>(settings.users().enter());
    command.addAll(
        List.of(
            HostPrograms.path("unshare"),
            "--mount",
            "--pid",
            "--ipc",
            "--uts",
            "--net",
            "--fork",
            "--kill-child=SIGKILL",
            "--propagation",
            "private",
            "--"));
    if (!settings.users().own()) {
      command.addAll(harmless());
    }
    command.addAll(
        List.of(
            HostPrograms.path("bash"),
            settings.folder().scripts().resolve(BOOT_SCRIPT).toString(),
            settings.folder().path().toString(),
            settings.name(),
            settings.images().toString(),
            System.getProperty("java.home"),
            settings.users().overlayOption()));
    return command;
  }

  /// Without a user namespace root inside is root outside, so what changes the kernel for all is
  /// taken from it.
  private static List<String> harmless() {
    return List.of(
        HostPrograms.path("setpriv"),
        "--bounding-set",
        "-sys_module,-sys_time,-sys_rawio,-mknod,-syslog,-mac_admin,-mac_override,-wake_alarm",
        "--");
  }

  private static Optional<KnownProcess> child(ProcessHandle process) {
    return process.children().findFirst().map(ProcessHandle::pid).flatMap(KnownProcess::running);
  }

  private static String script(String name) {
    try (InputStream text = Machine.class.getResourceAsStream(name)) {
      if (text == null) {
        throw new IllegalStateException(name + ": not on the class path");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
