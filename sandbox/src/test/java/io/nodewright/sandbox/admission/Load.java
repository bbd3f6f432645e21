package io.nodewright.sandbox.admission;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// People who write all the time: each write must be judged as it should.
final class Load implements AutoCloseable {

  private static final int WRITERS = 3;
  private static final long PAUSE_MS = 20;
  private static final String POLICY =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: DeploymentPolicy
      metadata: {name: load}
      spec: {default: {budget: {count: 1}}}
      """;

  /// Only the webhook refuses it: no schema knows which policies there are.
  private static final String REFUSED =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: load}
      spec: {deploymentPolicy: nope}
      """;

  private final Requests requests;
  private final AtomicLong judged = new AtomicLong();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService writers = Executors.newScheduledThreadPool(WRITERS);
  private volatile boolean closed;

  Load(KubernetesClient client) {
    requests = new Requests(client);
    for (int i = 0; i < WRITERS; i++) {
      var _ = writers.scheduleWithFixedDelay(this::write, 0, PAUSE_MS, TimeUnit.MILLISECONDS);
    }
  }

  /// Writes that were judged as they should.
  long judged() {
    return judged.get();
  }

  /// All others.
  List<String> failures() {
    return List.copyOf(failures);
  }

  private void write() {
    Requests.Answer accepted = requests.tryCreate("deploymentpolicies", POLICY);
    note(accepted.accepted(), accepted);
    Requests.Answer refused = requests.tryCreate("nodewrights", REFUSED);
    note(refused.code() == 403 && refused.body().contains("not found"), refused);
  }

  private void note(boolean right, Requests.Answer answer) {
    if (right) {
      judged.incrementAndGet();
    } else if (!closed) {
      failures.add(Instant.now() + " " + answer);
    }
  }

  @Override
  public void close() {
    closed = true;
    writers.close();
  }
}
