package io.nodewright.sandbox;

import io.nodewright.sandbox.process.KnownProcess;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// The operator as a process of its own, from this JVM's class path: what can be killed at any
/// moment and started again.
public final class OperatorProcess implements AutoCloseable {
  /// The namespace that the operator works in.
  public static final String NAMESPACE = "nodewright";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final Path kubeconfig;
  private final Path log;
  private final Path pidFile;
  private final Map<String, String> environment;
  private final OperatorProgram program;
  private Process process;

  private OperatorProcess(
      Path folder, Path kubeconfig, String name, Map<String, String> environment)
      throws IOException {
    this.folder = folder;
    this.kubeconfig = kubeconfig;
    this.log = folder.resolve("logs").resolve(name + ".log");
    this.pidFile = folder.resolve("pids").resolve(name);
    this.environment = environment;
    this.program = new OperatorProgram(folder, environment);
    this.process = launch();
  }

  /// Starts an operator for `sandbox`. Its namespace is made first, its kinds are not.
  ///
  /// @param agentImage the reference of the agent's image
  /// @param settings more of its environment; wins over what is set here
  public static OperatorProcess start(
      Sandbox sandbox, String agentImage, Map<String, String> settings) throws IOException {
    return replica(sandbox, "operator", agentImage, settings);
  }

  /// Starts one of several operators for `sandbox`, each with ports, a log and a name of its own.
  ///
  /// @param name of this one
  /// @param agentImage the reference of the agent's image
  /// @param settings more of its environment; wins over what is set here
  public static OperatorProcess replica(
      Sandbox sandbox, String name, String agentImage, Map<String, String> settings)
      throws IOException {
    sandbox.createNamespace(settings.getOrDefault("NAMESPACE", NAMESPACE));
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("HOSTNAME", name);
    environment.put("NAMESPACE", NAMESPACE);
    environment.put("AGENT_IMAGE", agentImage);
    environment.put("KUBECONFIG", sandbox.kubeconfig().toString());
    environment.put("METRICS_PORT", "0");
    environment.put("PROBE_PORT", freeAddress());
    environment.put("ENABLE_WEBHOOKS", "false");
    environment.putAll(settings);
    return new OperatorProcess(sandbox.folder(), sandbox.kubeconfig(), name, environment);
  }

  /// Whether it runs.
  public synchronized boolean alive() {
    return process.isAlive();
  }

  /// Whether it has seen all that there is, as its probe says.
  public boolean ready() {
    return program.ready();
  }

  /// Its process id, or that of its last run.
  public synchronized long pid() {
    return process.pid();
  }

  /// Its output, that of all its runs.
  public Path log() {
    return log;
  }

  /// Where it says whether it is ready, as `host:port`.
  public String probeAddress() {
    return environment.getOrDefault("PROBE_PORT", "");
  }

  /// Makes later starts of operators of this build take less, by one start beside this one that
  /// ends again. Takes some seconds the first time and nothing after that.
  public void trainStarts() throws IOException {
    Map<String, String> beside = new TreeMap<>(environment);
    beside.put("PROBE_PORT", freeAddress());
    beside.put("KUBECONFIG", kubeconfig.toString()); // whatever this one is told to go by
    new OperatorProgram(folder, beside).makeCache();
  }

  /// Tells it to end, as a kubelet does (SIGTERM); returns at once.
  public synchronized void terminate() {
    process.destroy();
  }

  /// Waits until it has ended.
  ///
  /// @return its exit code
  public int awaitEnd() {
    Process ending;
    synchronized (this) {
      ending = process;
    }
    return ending.onExit().join().exitValue();
  }

  /// Kills it at once (SIGKILL); returns when it is gone.
  public synchronized void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /// Starts it again, unless it runs.
  public synchronized void restart() throws IOException {
    if (!process.isAlive()) {
      process = launch();
    }
  }

  /// Asks it to end, and after a while makes it end.
  @Override
  public synchronized void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }

  private Process launch() throws IOException {
    Files.createDirectories(log.getParent());
    Process started = LinkedProcesses.start(program.builder(log));
    Optional<KnownProcess> known = KnownProcess.running(started.pid());
    if (known.isPresent()) {
      known.get().write(pidFile);
    }
    return started;
  }

  /// An address of this computer where nobody listens, as `host:port`.
  public static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }
}
