package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a cluster has not finished, for the message of a test that waited in vain: Jobs without an
/// outcome, Pods that have not ended, nodes and whether they are ready.
record Unfinished(KubernetesClient client) {

  private static final String NAMESPACE = "nodewright";

  /// A line for each, or why they cannot be had.
  String told() {
    try {
      return lines().map(line -> line + "\n").collect(Collectors.joining());
    } catch (KubernetesClientException e) {
      return "the API server does not answer: " + e.getMessage() + "\n";
    }
  }

  private Stream<String> lines() {
    return Stream.of(
            client.nodes().list().getItems().stream().map(Unfinished::node),
            client.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(job -> job.getStatus().getCompletionTime() == null)
                .map(Unfinished::job),
            client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(pod -> !"Succeeded".equals(pod.getStatus().getPhase()))
                .map(Unfinished::pod))
        .flatMap(stream -> stream);
  }

  private static String node(Node node) {
    return "node %s: ready %s"
        .formatted(
            node.getMetadata().getName(),
            node.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .map(NodeCondition::getStatus)
                .toList());
  }

  private static String job(Job job) {
    return "Job %s: created %s, suspended %s, active %s, failed %s, %s"
        .formatted(
            job.getMetadata().getName(),
            job.getMetadata().getCreationTimestamp(),
            job.getSpec().getSuspend(),
            job.getStatus().getActive(),
            job.getStatus().getFailed(),
            job.getStatus().getConditions());
  }

  private static String pod(Pod pod) {
    List<ContainerStatus> containers =
        Stream.concat(
                pod.getStatus().getInitContainerStatuses().stream(),
                pod.getStatus().getContainerStatuses().stream())
            .toList();
    return "Pod %s: %s on %s, deleted %s, %s"
        .formatted(
            pod.getMetadata().getName(),
            pod.getStatus().getPhase(),
            pod.getSpec().getNodeName(),
            pod.getMetadata().getDeletionTimestamp(),
            containers.stream().map(c -> c.getName() + " " + c.getState()).toList());
  }
}
