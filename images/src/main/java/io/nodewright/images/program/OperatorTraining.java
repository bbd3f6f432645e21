package io.nodewright.images.program;

import io.nodewright.images.process.Folders;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// A start against a cluster that has nothing, until the operator is ready, and a clean end.
final class OperatorTraining implements Program.Training {
  private static final Duration READY_WITHIN = Duration.ofMinutes(3);
  private static final long PAUSE_MILLIS = 100;

  @Override
  public void run(List<String> java) throws IOException {
    Path folder = Files.createTempDirectory("nodewright-operator");
    try (EmptyCluster cluster = EmptyCluster.start(folder)) {
      String probe = "127.0.0.1:" + freePort();
      Path log = folder.resolve("log");
      Map<String, String> environment = new TreeMap<>();
      environment.put("PATH", "/usr/bin:/bin");
      environment.put("NAMESPACE", "nodewright");
      environment.put("AGENT_IMAGE", "nodewright/agent:training");
      environment.put("KUBECONFIG", cluster.kubeconfig().toString());
      environment.put("PROBE_PORT", probe);
      environment.put("METRICS_PORT", "127.0.0.1:" + freePort());
      environment.put("ENABLE_WEBHOOKS", "false"); // their port is fixed and may be taken
      Process process = TrainingRun.start(java, environment, log);
      boolean ready = awaitReady(process, URI.create("http://" + probe + "/readyz"));
      process.destroy();
      TrainingRun.awaitEnd(process);
      if (!ready) {
        throw new IOException(
            "the operator did not become ready for its training: " + TrainingRun.lastWords(log));
      }
    } finally {
      Folders.remove(folder);
    }
  }

  private static boolean awaitReady(Process process, URI probe) throws IOException {
    Instant end = Instant.now().plus(READY_WITHIN);
    while (process.isAlive() && Instant.now().isBefore(end)) {
      if (answers(probe)) {
        return true;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return false;
  }

  private static boolean answers(URI probe) {
    try {
      HttpURLConnection asked = (HttpURLConnection) probe.toURL().openConnection();
      asked.setReadTimeout((int) Duration.ofSeconds(3).toMillis());
      return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false; // not there yet
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
