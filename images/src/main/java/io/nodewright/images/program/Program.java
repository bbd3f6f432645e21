package io.nodewright.images.program;

import java.io.IOException;
import java.util.List;

/// A program that becomes an image.
///
/// @param name its module's short name, which is the image's too
/// @param title in words
/// @param description in a sentence
/// @param mainClass where it starts
/// @param flags of its JVM
/// @param javaModules what of Java it needs; Java's own tools for diagnosis among them
/// @param debianPackages what it stands on, beside what these depend on
/// @param user as `uid:gid`; `0:0` is root
/// @param training the run that its start cache is made of
public record Program(
    String name,
    String title,
    String description,
    String mainClass,
    List<String> flags,
    List<String> javaModules,
    List<String> debianPackages,
    String user,
    Training training) {

  /// Watches and acts. It stands on the C library alone: no shell, nothing that an intruder could
  /// use.
  public static final Program OPERATOR =
      new Program(
          "operator",
          "NodeWright operator",
          "Rolls changes out to the hosts of a Kubernetes cluster.",
          "io.nodewright.operator.OperatorMain",
          List.of(
              "-XX:+UseSerialGC",
              // Contract 08 §14: of the container's limit; the rest is classes, code and threads.
              "-XX:MaxRAMPercentage=65",
              "-XX:+ExitOnOutOfMemoryError",
              "-XX:-UsePerfData",
              "--enable-native-access=ALL-UNNAMED"),
          List.of(
              "java.logging",
              "java.management",
              "java.naming",
              "java.net.http",
              "java.sql",
              "java.xml",
              "jdk.httpserver",
              "jdk.jcmd",
              "jdk.jfr",
              "jdk.management"),
          List.of("base-files", "libc6"),
          "10001:10001",
          new OperatorTraining());

  /// Runs one package on one host. It has what scripts of packages use, for steps that run in the
  /// container rather than on the host.
  public static final Program AGENT =
      new Program(
          "agent",
          "NodeWright agent",
          "Runs the steps of one package on one host.",
          "io.nodewright.agent.AgentMain",
          List.of(
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-XX:-UsePerfData",
              "-Xmx48m",
              "--enable-native-access=ALL-UNNAMED"),
          List.of("java.base"),
          List.of(
              "base-files",
              "bash",
              "coreutils",
              "dash",
              "diffutils",
              "findutils",
              "grep",
              "mawk",
              "sed"),
          "0:0", // it changes to the host's root directory
          new AgentTraining());

  /// Both.
  public static final List<Program> ALL = List.of(OPERATOR, AGENT);

  public Program {
    flags = List.copyOf(flags);
    javaModules = List.copyOf(javaModules);
    debianPackages = List.copyOf(debianPackages);
  }

  /// The run that a start cache is made of.
  @FunctionalInterface
  public interface Training {
    /// Runs the program once, so that it uses what every start uses, and returns when it has ended.
    ///
    /// @param java the command that starts it, without arguments of its own
    void run(List<String> java) throws IOException;
  }
}
