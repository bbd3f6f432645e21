package io.nodewright.sandbox.binaries;

import java.util.List;

/// A program of the control plane and where it comes from.
///
/// @param name the file name
/// @param module the Go module that has its source
/// @param version the module's version, with the leading `v`
/// @param mainPackage the import path of its main package
public record KubeProgram(String name, String module, String version, String mainPackage) {
  /// The version of Kubernetes that a sandbox runs; the cache folder is named for it.
  public static final String KUBERNETES_VERSION = "v1.34.4";

  private static final String ETCD_VERSION = "v3.6.16";
  private static final String HELM_VERSION = "v3.19.5";
  private static final String HELM_MODULE = "helm.sh/helm/v3";
  private static final String PROMETHEUS_MODULE = "github.com/prometheus/prometheus";
  private static final String PROMETHEUS_VERSION = "v0.316.0";
  private static final String REGISTRY_VERSION = "v3.0.0";
  private static final String REGISTRY_MODULE = "github.com/distribution/distribution/v3";
  private static final String KUBERNETES_MODULE = "k8s.io/kubernetes";
  private static final String ETCD_MODULE = "go.etcd.io/etcd/server/v3";

  /// What every sandbox needs, in the order in which it is started. `kubectl` is for people.
  public static final List<KubeProgram> ALL =
      List.of(
          new KubeProgram("etcd", ETCD_MODULE, ETCD_VERSION, ETCD_MODULE),
          kubernetes("kube-apiserver"),
          kubernetes("kube-controller-manager"),
          kubernetes("kubectl"));

  /// Installs charts; for the tests of the chart.
  public static final KubeProgram HELM =
      new KubeProgram("helm", HELM_MODULE, HELM_VERSION, HELM_MODULE + "/cmd/helm");

  /// Judges metrics and alerts; for the tests of both.
  public static final KubeProgram PROMTOOL =
      new KubeProgram(
          "promtool", PROMETHEUS_MODULE, PROMETHEUS_VERSION, PROMETHEUS_MODULE + "/cmd/promtool");

  /// Collects metrics and raises alerts.
  public static final KubeProgram PROMETHEUS =
      new KubeProgram(
          "prometheus",
          PROMETHEUS_MODULE,
          PROMETHEUS_VERSION,
          PROMETHEUS_MODULE + "/cmd/prometheus");

  /// What runs Pods on a real node.
  public static final KubeProgram KUBELET = kubernetes("kubelet");

  /// What makes Services reachable on a real node.
  public static final KubeProgram KUBE_PROXY = kubernetes("kube-proxy");

  /// A registry of images.
  public static final KubeProgram REGISTRY =
      new KubeProgram(
          "registry", REGISTRY_MODULE, REGISTRY_VERSION, REGISTRY_MODULE + "/cmd/registry");

  /// Places Pods on nodes; only for sandboxes that run workloads.
  public static final KubeProgram SCHEDULER = kubernetes("kube-scheduler");

  private static KubeProgram kubernetes(String name) {
    return new KubeProgram(
        name, KUBERNETES_MODULE, KUBERNETES_VERSION, KUBERNETES_MODULE + "/cmd/" + name);
  }

  /// Module and version as Go writes them, which is also the stamp of a finished program.
  String moduleAtVersion() {
    return module + "@" + version;
  }

  /// Whether this is one of Kubernetes' own programs.
  boolean partOfKubernetes() {
    return module.equals(KUBERNETES_MODULE);
  }

  /// Build tags, separated by commas; Prometheus comes without the clients of all clouds.
  String tags() {
    return module.equals(PROMETHEUS_MODULE) ? "remove_all_sd" : "";
  }

  /// What Kubernetes' own build stamps in; without it a program says v0.0.0-master and refuses to
  /// compare versions.
  String linkFlags() {
    if (!partOfKubernetes()) {
      return "-s -w";
    }
    String minor = version.split("\\.", -1)[1];
    StringBuilder flags = new StringBuilder("-s -w");
    for (String stamped :
        List.of("k8s.io/component-base/version", "k8s.io/client-go/pkg/version")) {
      flags.append(" -X ").append(stamped).append(".gitVersion=").append(version);
      flags.append(" -X ").append(stamped).append(".gitMajor=1");
      flags.append(" -X ").append(stamped).append(".gitMinor=").append(minor);
      flags.append(" -X ").append(stamped).append(".gitTreeState=clean");
    }
    return flags.toString();
  }

  /// The version of the modules that are published from folders inside this one.
  String stagedVersion() {
    return partOfKubernetes() ? "v0." + version.substring("v1.".length()) : version;
  }
}
