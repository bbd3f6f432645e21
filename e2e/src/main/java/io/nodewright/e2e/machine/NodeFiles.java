package io.nodewright.e2e.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The settings of a node's three services.
final class NodeFiles {
  private NodeFiles() {}

  /// Writes them into `etc`.
  ///
  /// @param registry the registry's address, which is spoken to without TLS
  /// @param pause the name of the image that holds a Pod's namespaces
  static void write(Path etc, int number, String registry, String pause) throws IOException {
    Path registries = Files.createDirectories(etc.resolve("certs.d").resolve(registry));
    Files.writeString(
        registries.resolve("hosts.toml"),
        """
        server = "http://%s"

        [host."http://%s"]
          capabilities = ["pull", "resolve"]
        """
            .formatted(registry, registry));
    Files.writeString(etc.resolve("containerd.toml"), containerd(pause));
    Files.writeString(
        Files.createDirectories(etc.resolve("cni")).resolve("10-nodewright.conflist"),
        network(number));
    Files.writeString(etc.resolve("kubelet.yaml"), kubelet());
    Files.writeString(etc.resolve("kube-proxy.yaml"), proxy());
  }

  /// Root may lack CAP_SYS_RESOURCE here: nobody can then lower an OOM score, so nobody asks for
  /// it.
  private static String containerd(String pause) {
    return """
    version = 2
    disabled_plugins = [
      "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
      "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs",
      "io.containerd.internal.v1.opt", "io.containerd.internal.v1.tracing",
      "io.containerd.tracing.processor.v1.otlp",
    ]
    [plugins."io.containerd.grpc.v1.cri"]
      sandbox_image = "%s"
      restrict_oom_score_adj = true
      [plugins."io.containerd.grpc.v1.cri".cni]
        bin_dir = "/usr/lib/cni"
        conf_dir = "/etc/kubernetes/cni"
      [plugins."io.containerd.grpc.v1.cri".registry]
        config_path = "/etc/kubernetes/certs.d"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
        runtime_type = "io.containerd.runc.v2"
    """
        .formatted(pause);
  }

  /// Pods' addresses are kept in /run: a reboot frees them.
  private static String network(int number) {
    return """
    {
      "cniVersion": "1.0.0",
      "name": "nodewright",
      "plugins": [
        {
          "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
          "ipam": {
            "type": "host-local", "dataDir": "/run/cni",
            "ranges": [[{"subnet": "%s"}]], "routes": [{"dst": "0.0.0.0/0"}]
          }
        },
        {"type": "portmap", "capabilities": {"portMappings": true}}
      ]
    }
    """
        .formatted(Addresses.pods(number));
  }

  /// The kubelet frees no disk space by itself: a run is short.
  private static String kubelet() {
    return """
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
    cgroupDriver: cgroupfs
    failCgroupV1: false
    failSwapOn: false
    oomScoreAdj: 0
    maxOpenFiles: 65536
    tlsCertFile: /etc/kubernetes/kubelet.crt
    tlsPrivateKeyFile: /etc/kubernetes/kubelet.key
    authentication:
      anonymous: {enabled: false}
      webhook: {enabled: true}
      x509: {clientCAFile: /etc/kubernetes/ca.crt}
    authorization: {mode: Webhook}
    resolvConf: ""
    nodeStatusUpdateFrequency: 4s
    nodeLeaseDurationSeconds: 20
    imageGCHighThresholdPercent: 100
    imageGCLowThresholdPercent: 99
    evictionHard: {memory.available: 100Mi}
    """;
  }

  private static String proxy() {
    return """
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: iptables
    clientConnection: {kubeconfig: /etc/kubernetes/kube-proxy.kubeconfig}
    clusterCIDR: %s
    oomScoreAdj: 0
    conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
    """
        .formatted(Addresses.ALL);
  }
}
