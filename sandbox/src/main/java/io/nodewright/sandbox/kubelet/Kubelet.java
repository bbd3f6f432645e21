package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.nodewright.sandbox.request.ApiRequests;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kubelet of all nodes of a sandbox. It watches the bound pods, once, and gives each pod of
/// its nodes a worker.
public final class Kubelet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Kubelet.class);

  private final KubeletParts parts;
  private final Map<String, NodeRuntime> nodes = new ConcurrentHashMap<>();
  private final Map<String, PodWorker> workers = new HashMap<>();
  // The watch may still show an earlier state of a pod whose worker is done.
  private final Set<String> finished = new HashSet<>();
  private final SharedIndexInformer<Pod> pods;
  private boolean closed;

  /// Starts watching through `client`. Until nodes are added, nothing is done.
  public Kubelet(KubernetesClient client, BackOff backOff) {
    ExecutorService executor =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pod-", 0).factory());
    parts = new KubeletParts(new ClientPodApi(new ApiRequests(client)), executor, backOff);
    pods = client.pods().inAnyNamespace().withoutField("spec.nodeName", "").runnableInformer(0);
    pods.addEventHandler(new Events());
    pods.exceptionHandler((_, _) -> true); // for ever, as a kubelet does: by itself it ends at some
    pods.run();
  }

  /// Takes on `node` and the pods that are bound to it already.
  public void add(NodeRuntime node) {
    nodes.put(node.name(), node);
    pods.getStore().list().stream()
        .filter(pod -> node.name().equals(pod.getSpec().getNodeName()))
        .forEach(this::see);
  }

  /// Lets go of the node called `name`: its pods are not looked after any more.
  public void remove(String name) {
    nodes.remove(name);
  }

  /// Ends all containers and tells nobody: the pods stay as they are in the API.
  @Override
  public void close() {
    pods.stop();
    synchronized (this) {
      closed = true;
      workers.values().forEach(worker -> worker.life().end(new PodEnding.SandboxStopped()));
    }
    parts.executor().shutdown();
  }

  private synchronized void see(Pod pod) {
    NodeRuntime node = nodes.get(pod.getSpec().getNodeName());
    String uid = pod.getMetadata().getUid();
    if (node == null || closed) {
      return;
    }
    if (finished.contains(uid) || (over(pod) && !workers.containsKey(uid))) {
      removeLate(pod, node);
      return;
    }
    PodWorker worker = workers.get(uid);
    if (worker == null) {
      worker = new PodWorker(pod, node, parts);
      workers.put(uid, worker);
      start(worker, uid);
    }
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      worker.life().end(new PodEnding.Deleted(Duration.ofSeconds(grace == null ? 0 : grace)));
    }
  }

  private void start(PodWorker worker, String uid) {
    parts
        .executor()
        .execute(
            () -> {
              try {
                worker.run();
              } catch (RuntimeException e) {
                // One pod that we fail on is to stop no other.
                LOG.error("the work on pod {} broke off", uid, e);
              }
              done(uid);
              worker.removeIfDeleted();
            });
  }

  private synchronized void done(String uid) {
    workers.remove(uid);
    finished.add(uid);
  }

  private synchronized void vanished(Pod pod) {
    String uid = pod.getMetadata().getUid();
    PodWorker worker = workers.get(uid);
    if (worker != null) {
      worker.life().vanish();
    }
    finished.remove(uid);
  }

  /// A pod that somebody deletes after its worker is done.
  private void removeLate(Pod pod, NodeRuntime node) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    if (pod.getMetadata().getDeletionTimestamp() != null && grace != null && grace > 0) {
      PodWorker late = new PodWorker(pod, node, parts);
      late.life().end(new PodEnding.Deleted(Duration.ZERO));
      parts.executor().execute(late::removeIfDeleted);
    }
  }

  private static boolean over(Pod pod) {
    String phase = pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private final class Events implements ResourceEventHandler<Pod> {
    @Override
    public void onAdd(Pod pod) {
      see(pod);
    }

    @Override
    public void onUpdate(Pod before, Pod now) {
      see(now);
    }

    @Override
    public void onDelete(Pod pod, boolean finalStateUnknown) {
      vanished(pod);
    }
  }
}
