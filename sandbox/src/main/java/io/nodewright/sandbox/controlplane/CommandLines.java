package io.nodewright.sandbox.controlplane;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How each program of the control plane is called.
///
/// @param settings where everything lies
/// @param apiPort the API server's port
/// @param controllersPort the port of the controllers' health
/// @param schedulerPort the port of the scheduler's health
/// @param etcdPort etcd's port for clients
/// @param peerPort etcd's port for peers, which it insists on
record CommandLines(
    ControlPlaneSettings settings,
    int apiPort,
    int controllersPort,
    int schedulerPort,
    int etcdPort,
    int peerPort) {

  /// What a sandbox needs of the controller manager's controllers. Without endpoints, volumes,
  /// certificates and autoscalers it starts sooner and takes less of the computer.
  private static final List<String> CONTROLLERS =
      List.of(
          "daemonset-controller",
          "deployment-controller",
          "disruption-controller",
          "garbage-collector-controller",
          "job-controller",
          "namespace-controller",
          "node-lifecycle-controller",
          "pod-garbage-collector-controller",
          "replicaset-controller",
          "root-ca-certificate-publisher-controller",
          "serviceaccount-controller",
          "serviceaccount-token-controller",
          "statefulset-controller",
          "taint-eviction-controller",
          "ttl-after-finished-controller");

  /// The API server's address.
  String server() {
    return "https://127.0.0.1:" + apiPort;
  }

  /// Where etcd says whether it is healthy.
  String etcdHealth() {
    return etcdClients() + "/health";
  }

  /// Where the controller manager says whether it is healthy.
  String controllersHealth() {
    return "https://127.0.0.1:%d/healthz".formatted(controllersPort);
  }

  /// Where the scheduler says whether it is healthy.
  String schedulerHealth() {
    return "https://127.0.0.1:%d/healthz".formatted(schedulerPort);
  }

  /// etcd. What a sandbox stores is worth no disk synchronisation.
  List<String> etcd() {
    String peers = "http://127.0.0.1:" + peerPort;
    return List.of(
        program("etcd"),
        "--name=sandbox",
        "--data-dir=" + settings.folder().resolve("etcd"),
        "--unsafe-no-fsync",
        "--listen-client-urls=" + etcdClients(),
        "--advertise-client-urls=" + etcdClients(),
        "--listen-peer-urls=" + peers,
        "--initial-advertise-peer-urls=" + peers,
        "--initial-cluster=sandbox=" + peers,
        "--log-level=warn");
  }

  /// The API server.
  List<String> apiServer() {
    List<String> words =
        new ArrayList<>(
            List.of(
                program("kube-apiserver"),
                "--etcd-servers=" + etcdClients(),
                "--secure-port=" + apiPort,
                "--service-cluster-ip-range=" + settings.reach().services(),
                "--tls-cert-file=" + key("kube-apiserver.crt"),
                "--tls-private-key-file=" + key("kube-apiserver.key"),
                "--client-ca-file=" + key("ca.crt"),
                "--authorization-mode=Node,RBAC",
                "--enable-admission-plugins=NodeRestriction,OwnerReferencesPermissionEnforcement",
                "--allow-privileged",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + key("service-account.key"),
                "--service-account-signing-key-file=" + key("service-account.key"),
                "--profiling=false"));
    words.addAll(settings.reach().nodes() ? forNodes() : forThisComputer());
    if (settings.audit()) {
      words.add("--audit-log-path=" + settings.auditLog());
      words.add("--audit-policy-file=" + settings.auditPolicy());
      words.add("--audit-log-maxsize=2000");
    }
    return words;
  }

  private static List<String> forThisComputer() {
    return List.of(
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        "--endpoint-reconciler-type=none");
  }

  /// Webhooks are asked at their Pods' addresses: this computer knows none of a Service.
  private List<String> forNodes() {
    return List.of(
        "--bind-address=0.0.0.0",
        "--advertise-address=" + settings.reach().address(),
        "--enable-aggregator-routing",
        "--kubelet-certificate-authority=" + key("ca.crt"),
        "--kubelet-client-certificate=" + key("kubelet-client.crt"),
        "--kubelet-client-key=" + key("kubelet-client.key"),
        "--kubelet-preferred-address-types=InternalIP");
  }

  /// The controller manager. Its limits on requests and workers are raised, or they would be what a
  /// test of thousands of nodes measures.
  List<String> controllers() {
    return List.of(
        program("kube-controller-manager"),
        "--kubeconfig=" + key("kube-controller-manager.kubeconfig"),
        "--bind-address=127.0.0.1",
        "--secure-port=" + controllersPort,
        "--tls-cert-file=" + key("kube-controller-manager.crt"),
        "--tls-private-key-file=" + key("kube-controller-manager.key"),
        "--leader-elect=false",
        "--controllers=" + String.join(",", controllerNames()),
        "--use-service-account-credentials",
        "--service-account-private-key-file=" + key("service-account.key"),
        "--root-ca-file=" + key("ca.crt"),
        "--kube-api-qps=2000",
        "--kube-api-burst=4000",
        "--concurrent-job-syncs=32",
        "--node-monitor-period=2s",
        "--node-monitor-grace-period=" + settings.nodeGrace().toSeconds() + "s",
        "--profiling=false");
  }

  private List<String> controllerNames() {
    List<String> names = new ArrayList<>(CONTROLLERS);
    if (settings.reach().nodes()) {
      names.add("endpointslice-controller");
    }
    return names;
  }

  /// The scheduler.
  List<String> scheduler() {
    return List.of(
        program("kube-scheduler"),
        "--kubeconfig=" + key("kube-scheduler.kubeconfig"),
        "--bind-address=127.0.0.1",
        "--secure-port=" + schedulerPort,
        "--tls-cert-file=" + key("kube-scheduler.crt"),
        "--tls-private-key-file=" + key("kube-scheduler.key"),
        "--leader-elect=false",
        "--kube-api-qps=500",
        "--kube-api-burst=1000",
        "--profiling=false");
  }

  private String etcdClients() {
    return "http://127.0.0.1:" + etcdPort;
  }

  private String program(String name) {
    return settings.binaries().resolve(name).toString();
  }

  private Path key(String file) {
    return settings.folder().resolve("pki").resolve(file);
  }
}
