package io.nodewright.sandbox.machine;

import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The user namespace that all machines of a sandbox live in, so that root there is nobody special
/// here: it cannot load modules, set the clock, make devices or remount this computer's file
/// systems.
///
/// With root rights every user id is mapped to itself; without, root inside is the user outside and
/// there is no one else. Where root cannot make one, the machines do without.
public final class UserNamespace implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UserNamespace.class);
  private static final String ALL_IDS = "0 0 4294967295";
  private static final int LOG_BYTES = 500;

  private final Process holder;
  private final boolean own;

  private UserNamespace(Process holder, boolean own) {
    this.holder = holder;
    this.own = own;
  }

  /// Makes one.
  ///
  /// @throws IllegalStateException when this computer allows neither namespaces nor root; the text
  ///   says what to do
  public static UserNamespace create() throws IOException {
    boolean root = isRoot();
    Process holder = hold(List.of(HostPrograms.path("unshare"), "--user", "--"));
    if (joins(holder)) {
      map(holder.pid(), root);
      return new UserNamespace(holder, true);
    }
    String problem = errors(holder);
    if (!root) {
      throw new IllegalStateException(Refusal.text(problem));
    }
    LOG.atInfo().log("machines run without a user namespace: {}", problem);
    return new UserNamespace(hold(List.of()), false);
  }

  /// The words before a command that runs as this namespace's root.
  public List<String> enter() {
    return own
        ? List.of(
            HostPrograms.path("nsenter"),
            "--user=/proc/%d/ns/user".formatted(holder.pid()),
            "--preserve-credentials",
            "--")
        : List.of();
  }

  /// What overlay mounts need beside their folders.
  String overlayOption() {
    return own ? ",userxattr" : "";
  }

  /// Whether root inside is not root of this computer.
  boolean own() {
    return own;
  }

  @Override
  public void close() {
    holder.destroyForcibly();
  }

  private static Process hold(List<String> before) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(HostPrograms.path("sleep"), "infinity"));
    return LinkedProcesses.start(new ProcessBuilder(command).redirectErrorStream(true));
  }

  /// Whether `holder` has come into a namespace of its own; not so when it has ended.
  private static boolean joins(Process holder) {
    String ours = namespace(ProcessHandle.current().pid(), "");
    Await.until(
        "the user namespace is made",
        Duration.ofSeconds(10),
        () -> !holder.isAlive() || !namespace(holder.pid(), ours).equals(ours));
    return holder.isAlive();
  }

  private static String namespace(long pid, String otherwise) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns/user")).toString();
    } catch (IOException e) {
      return otherwise;
    }
  }

  private static void map(long pid, boolean root) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    if (root) {
      Files.writeString(process.resolve("uid_map"), ALL_IDS);
      Files.writeString(process.resolve("gid_map"), ALL_IDS);
    } else {
      Files.writeString(process.resolve("setgroups"), "deny");
      Files.writeString(process.resolve("uid_map"), "0 %s 1".formatted(id("unix:uid")));
      Files.writeString(process.resolve("gid_map"), "0 %s 1".formatted(id("unix:gid")));
    }
  }

  private static boolean isRoot() throws IOException {
    return id("unix:uid").equals("0");
  }

  private static String id(String attribute) throws IOException {
    return String.valueOf(Files.getAttribute(Path.of("/proc/self"), attribute));
  }

  private static String errors(Process ended) throws IOException {
    byte[] output = ended.getInputStream().readNBytes(LOG_BYTES);
    return new String(output, StandardCharsets.UTF_8).strip();
  }
}
