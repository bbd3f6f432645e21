package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.e2e.cluster.RealCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What containers cost, as kubelets and the operator itself say.
///
/// @param cluster where
/// @param install the chart
public record Measures(RealCluster cluster, Install install) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern READY = Pattern.compile("\"msg\":\"ready\",\"ms\":(\\d+)");
  private static final long MEBIBYTE = 1 << 20;

  /// A line for each pod of the operator.
  public List<String> operators() {
    List<String> lines = new ArrayList<>();
    for (Pod pod : install.pods()) {
      String name = pod.getMetadata().getName();
      lines.add(
          "%s: ready %s ms after its JVM started, working set %s MiB"
              .formatted(name, readyMillis(name), memory(pod)));
    }
    return lines;
  }

  private String readyMillis(String name) {
    String log = cluster.client().pods().inNamespace(Install.NAMESPACE).withName(name).getLog();
    Matcher matcher = READY.matcher(log);
    return matcher.find() ? matcher.group(1) : "?";
  }

  private String memory(Pod pod) {
    String path = "/api/v1/nodes/%s/proxy/stats/summary".formatted(pod.getSpec().getNodeName());
    for (JsonNode one : JSON.readTree(cluster.client().raw(path)).path("pods")) {
      if (one.path("podRef").path("uid").asString("").equals(pod.getMetadata().getUid())) {
        long bytes =
            one.path("containers").path(0).path("memory").path("workingSetBytes").asLong(0);
        return Long.toString(bytes / MEBIBYTE);
      }
    }
    return "?";
  }
}
