package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The chart, installed with Helm.
///
/// @param cluster where
/// @param chart the chart's folder
public record Install(RealCluster cluster, Path chart) {
  /// The release's namespace.
  public static final String NAMESPACE = "nodewright";

  /// The operator's Deployment and account.
  public static final String MANAGER = "nodewright-controller-manager";

  /// Installs it and returns when its pods are ready.
  public void install(String tag) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("install", "nodewright", chart.toString(), "--create-namespace", "--wait"));
    words.addAll(values(tag));
    cluster.helm().run(words);
    cluster
        .client()
        .namespaces()
        .withName(NAMESPACE)
        .edit(
            namespace ->
                namespace
                    .edit()
                    .editMetadata()
                    .addToLabels(Map.of("pod-security.kubernetes.io/enforce", "privileged"))
                    .endMetadata()
                    .build());
  }

  /// Changes it to images of another tag and returns when the new pods are ready.
  public void upgrade(String tag) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("upgrade", "nodewright", chart.toString(), "--wait"));
    words.addAll(values(tag));
    cluster.helm().run(words);
  }

  /// Uninstalls it.
  public void uninstall() throws IOException {
    cluster
        .helm()
        .run(
            List.of("uninstall", "nodewright", "--namespace", NAMESPACE, "--wait", "--timeout=5m"));
  }

  /// The operator's pods, but for those that are on their way out.
  public List<Pod> pods() {
    return cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("control-plane", "controller-manager")
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private static List<String> values(String tag) {
    return List.of(
        "--namespace=" + NAMESPACE,
        "--timeout=5m",
        "--set=controllerManager.manager.image.repository=" + TestImages.repository("operator"),
        "--set=controllerManager.manager.image.tag=" + tag,
        "--set=controllerManager.manager.agent.repository=" + TestImages.repository("agent"),
        "--set=controllerManager.manager.agent.tag=" + tag,
        "--set=webhook.removalImage=" + TestImages.repository("kubectl"),
        "--set-string=webhook.removalTag=1",
        // Three nodes on one small computer: what a container gets that asks for nothing.
        "--set=limitRange.defaultRequest.cpu=10m",
        "--set=limitRange.defaultRequest.memory=32Mi",
        "--set=controllerManager.manager.resources.limits.memory=512Mi",
        "--set=controllerManager.manager.resources.limits.cpu=1",
        "--set=controllerManager.manager.resources.requests.memory=256Mi",
        "--set=controllerManager.manager.resources.requests.cpu=100m");
  }
}
