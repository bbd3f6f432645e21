package io.nodewright.sandbox.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The API objects that stand for a node.
final class NodeObjects {
  static final String LEASE_NAMESPACE = "kube-node-lease";
  private static final int LEASE_SECONDS = 40;

  private NodeObjects() {}

  /// The Node, ready.
  static Node node(NodeIdentity identity, String architecture, Instant now) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("kubernetes.io/hostname", identity.name());
    labels.put("kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", architecture);
    labels.putAll(identity.labels());
    return new NodeBuilder()
        .withNewMetadata()
        .withName(identity.name())
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withStatus(status(identity, architecture, now))
        .build();
  }

  /// A Node's status, ready.
  static NodeStatus status(NodeIdentity identity, String architecture, Instant now) {
    Map<String, Quantity> capacity =
        Map.of(
            "cpu", new Quantity("8"),
            "memory", new Quantity("16Gi"),
            "ephemeral-storage", new Quantity("100Gi"),
            "pods", new Quantity("110"));
    return new NodeStatusBuilder()
        .withCapacity(capacity)
        .withAllocatable(capacity)
        .withConditions(conditions(now))
        .addNewAddress(identity.address(), "InternalIP")
        .addNewAddress(identity.name(), "Hostname")
        .withNewNodeInfo()
        .withArchitecture(architecture)
        .withBootID(identity.bootId())
        .withContainerRuntimeVersion(identity.runtime())
        .withKernelVersion(System.getProperty("os.version"))
        .withKubeProxyVersion("")
        .withKubeletVersion("v1.34.4")
        .withMachineID(identity.name())
        .withOperatingSystem("linux")
        .withOsImage("NodeWright sandbox node")
        .withSystemUUID(identity.name())
        .endNodeInfo()
        .build();
  }

  /// The conditions of a node that lacks nothing.
  static List<NodeCondition> conditions(Instant now) {
    return List.of(
        condition("MemoryPressure", "False", "KubeletHasSufficientMemory", now),
        condition("DiskPressure", "False", "KubeletHasNoDiskPressure", now),
        condition("PIDPressure", "False", "KubeletHasSufficientPID", now),
        condition("Ready", "True", "KubeletReady", now));
  }

  /// The lease of `node`, renewed at `now`; it goes with its node.
  static Lease lease(Node node, Instant now) {
    ZonedDateTime time = ZonedDateTime.ofInstant(now, ZoneOffset.UTC);
    return new LeaseBuilder()
        .withNewMetadata()
        .withName(node.getMetadata().getName())
        .withNamespace(LEASE_NAMESPACE)
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node.getMetadata().getName())
                .withUid(node.getMetadata().getUid())
                .build())
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(node.getMetadata().getName())
        .withLeaseDurationSeconds(LEASE_SECONDS)
        .withRenewTime(time)
        .endSpec()
        .build();
  }

  private static NodeCondition condition(String type, String status, String reason, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new NodeConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withMessage("")
        .withLastHeartbeatTime(time)
        .withLastTransitionTime(time)
        .build();
  }
}
