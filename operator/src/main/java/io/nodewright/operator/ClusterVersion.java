package io.nodewright.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Warns of clusters that lack what we build on (08 §15).
final class ClusterVersion {

  private static final int COMPLETE = 31;
  private static final Logger LOG = LoggerFactory.getLogger(ClusterVersion.class);

  private ClusterVersion() {}

  /// Says once what is lost on this cluster, if anything is.
  static void check(KubernetesClient client) {
    try {
      VersionInfo version = client.getKubernetesVersion();
      int minor = Integer.parseInt(version.getMinor().replaceAll("\\D.*", ""));
      String lost = lostBelow(minor);
      if ("1".equals(version.getMajor()) && !lost.isEmpty()) {
        LOG.warn("Kubernetes 1.{} lacks what later versions have: {}", minor, lost);
      }
    } catch (KubernetesClientException | NumberFormatException e) {
      LOG.atDebug().setCause(e).log("the version of the cluster is not known");
    }
  }

  /// What is lost on Kubernetes 1.`minor`; losses accumulate.
  static String lostBelow(int minor) {
    StringBuilder lost = new StringBuilder();
    add(
        lost,
        minor,
        COMPLETE,
        "a Job that cannot end on an unreachable node is not reported early");
    add(lost, minor, 29, "two attempts may write the host directory at once");
    add(lost, minor, 27, "failed attempts pile up");
    add(lost, minor, 26, "evictions spend the retry budget");
    add(lost, minor, 23, "attempt counts are unreliable");
    add(lost, minor, 22, "finished Jobs are not cleaned up");
    add(lost, minor, 21, "a pause cannot stop a running stage");
    return lost.toString();
  }

  private static void add(StringBuilder lost, int minor, int since, String loss) {
    if (minor < since) {
      lost.append(lost.isEmpty() ? "" : "; ").append(loss);
    }
  }
}
