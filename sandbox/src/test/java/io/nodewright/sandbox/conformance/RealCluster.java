package io.nodewright.sandbox.conformance;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.hollow.HollowStep;
import io.nodewright.sandbox.kubelet.ContainerRuntime.Reporting;
import io.nodewright.simulation.conformance.JobWorld.Answer;
import io.nodewright.simulation.conformance.JobWorld.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A real control plane with nodes that only pretend, shared by all rows, which run at once.
final class RealCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final double BACK_OFF_SCALE = 0.05;

  private final TestFolder folder = new TestFolder();
  private final Map<String, List<Run>> scripts = new ConcurrentHashMap<>();
  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  private final Sandbox sandbox;

  RealCluster(int nodes) throws IOException {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(folder.path())
                .withHollowNodes(nodes)
                .withBackOffScale(BACK_OFF_SCALE)
                .withHollow(this::runs, Reporting.EVERY_CHANGE));
    sandbox.installKinds();
  }

  Sandbox sandbox() {
    return sandbox;
  }

  KubernetesClient client() {
    return sandbox.client();
  }

  void script(String job, List<Run> to) {
    scripts.put(job, to);
    runs.remove(job);
  }

  /// Sends a request with a body of its own, which no library has changed.
  Answer send(String method, String path, String contentType, String body) {
    var http = client().getHttpClient();
    String server = client().getMasterUrl().toString();
    var request =
        http.newHttpRequestBuilder()
            .uri((server.endsWith("/") ? server.substring(0, server.length() - 1) : server) + path)
            .method(method, contentType, body)
            .build();
    try {
      HttpResponse<String> response =
          http.sendAsync(request, String.class).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return response.isSuccessful() ? Answer.DONE : new Answer(response.code(), response.body());
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private HollowStep runs(Pod pod, Container container, int attempt) {
    String job = pod.getMetadata().getLabels().get("batch.kubernetes.io/job-name");
    if (!container.getName().equals("work") || job == null) {
      return new HollowStep(Duration.ofMillis(100), 0);
    }
    List<Run> script = scripts.getOrDefault(job, List.of(Run.succeeds()));
    int earlier = runs.merge(job, 1, Integer::sum) - 1;
    Run run = script.get(Math.min(earlier, script.size() - 1));
    return new HollowStep(run.takes(), run.code());
  }

  @Override
  public void close() {
    sandbox.close();
    folder.close();
  }
}
