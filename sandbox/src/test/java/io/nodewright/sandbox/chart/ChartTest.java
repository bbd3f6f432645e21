package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the chart renders: contract 08 §2.1, §3, §14.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChartTest {

  private final TestFolder folder = new TestFolder();
  private final Helm helm;
  private final List<JsonNode> byDefault;

  ChartTest() throws IOException {
    helm = new Helm(folder.resolve("helm"));
    byDefault = helm.objects("nodewright", "nodewright", List.of());
  }

  @AfterAll
  void close() {
    folder.close();
  }

  @Test
  void lints() throws IOException {
    Helm.Result result = helm.run("lint", "--strict", Helm.CHART.toString(), "-n", "nodewright");
    assertEquals(0, result.status(), result.out() + result.err());
  }

  /// O1.
  @ParameterizedTest(name = "O1 release {0} with {1}")
  @CsvSource({
    "nodewright, '', nodewright",
    "nodes, '', nodes-nodewright",
    "nodes, --set=fullnameOverride=nw, nw",
    "nodes, --set=nameOverride=hosts, nodes-hosts",
    "my-hosts, --set=nameOverride=hosts, my-hosts"
  })
  void renders(String release, String argument, String fullname) throws IOException {
    Set<String> names = new TreeSet<>();
    for (JsonNode each :
        helm.objects(release, "ns", argument.isEmpty() ? List.of() : List.of(argument))) {
      String kind = each.path("kind").asString();
      names.add(kind + " " + each.path("metadata").path("name").asString());
      if (!kind.startsWith("Cluster")
          && !kind.endsWith("WebhookConfiguration")
          && !kind.equals("CustomResourceDefinition")) {
        assertEquals("ns", each.path("metadata").path("namespace").asString(), each::toString);
      }
    }
    assertEquals(expected(fullname).collect(Collectors.joining("\n")), String.join("\n", names));
  }

  private static Stream<String> expected(String fullname) {
    return Stream.of(
            "ClusterRole %s-manager-role",
            "ClusterRole %s-metrics-reader",
            "ClusterRole %s-skyhook-cleanup",
            "ClusterRole %s-webhook-cleanup",
            "ClusterRoleBinding %s-manager-rolebinding",
            "ClusterRoleBinding %s-skyhook-cleanup",
            "ClusterRoleBinding %s-webhook-cleanup",
            "CustomResourceDefinition deploymentpolicies.nodewright.nvidia.com",
            "CustomResourceDefinition nodewrights.nodewright.nvidia.com",
            "Deployment %s-controller-manager",
            "Job %s-selector-migration",
            "Job %s-skyhook-cleanup",
            "Job %s-webhook-cleanup",
            "LimitRange %s-default-limits",
            "MutatingWebhookConfiguration %s-mutating-webhook",
            "NetworkPolicy %s-controller-manager-allow-all",
            "PodDisruptionBudget %s-controller-manager-pdb",
            "Role %s-leader-election-role",
            "Role %s-manager-role",
            "Role %s-selector-migration",
            "Role %s-webhook-cleanup",
            "RoleBinding %s-leader-election-rolebinding",
            "RoleBinding %s-manager-namespaced-rolebinding",
            "RoleBinding %s-selector-migration",
            "RoleBinding %s-webhook-cleanup",
            "Service %s-controller-manager-metrics-service",
            "Service %s-webhook-service",
            "ServiceAccount %s-controller-manager",
            "ServiceAccount %s-selector-migration",
            "ServiceAccount %s-skyhook-cleanup",
            "ServiceAccount %s-webhook-cleanup",
            "ValidatingWebhookConfiguration %s-validating-webhook")
        .map(each -> each.formatted(fullname))
        .sorted();
  }

  /// O2: where a value goes. A kind, a pointer into it, and what is there.
  static Stream<Arguments> values() {
    return Stream.of(
        env("controllerManager.manager.env.copyDirRoot=/opt/x", "COPY_DIR_ROOT", "/opt/x"),
        env("controllerManager.manager.env.agentLogRoot=/opt/y", "AGENT_LOG_ROOT", "/opt/y"),
        env("controllerManager.manager.env.logLevel=debug", "LOG_LEVEL", "debug"),
        env("controllerManager.manager.env.metricsPort=:9000", "METRICS_PORT", ":9000"),
        env("controllerManager.manager.env.probePort=:9001", "PROBE_PORT", ":9001"),
        env("controllerManager.manager.env.reapplyOnReboot=true", "REAPPLY_ON_REBOOT", "true"),
        env("controllerManager.manager.env.legacyCleanupDelay=2h", "LEGACY_CLEANUP_DELAY", "2h"),
        env("controllerManager.manager.env.jobTtlSucceeded=2h", "JOB_TTL_SUCCEEDED", "2h"),
        env("controllerManager.manager.env.jobTtlFailed=2h", "JOB_TTL_FAILED", "2h"),
        env("controllerManager.manager.env.jobStageTimeout=0", "JOB_STAGE_TIMEOUT", "0"),
        env("controllerManager.manager.env.jobBackoffLimit=0", "JOB_BACKOFF_LIMIT", "0"),
        env(
            "controllerManager.manager.env.publishLegacyMetrics=false",
            "PUBLISH_LEGACY_METRICS",
            "false"),
        env("controllerManager.manager.env.interruptMemory=1Gi", "INTERRUPT_MEMORY", "1Gi"),
        env(
            "controllerManager.manager.env.runtimeRequiredTaint=a=b:NoExecute",
            "RUNTIME_REQUIRED_TAINT",
            "a=b:NoExecute"),
        env("controllerManager.manager.env.pauseImage=p:1", "PAUSE_IMAGE", "p:1"),
        env("controllerManager.manager.agent.digest=" + digest(), "AGENT_IMAGE", agent()),
        env("kubernetesClusterDomain=c.example", "KUBERNETES_CLUSTER_DOMAIN", "c.example"),
        env("imagePullSecret=pull", "IMAGE_PULL_SECRET", "pull"),
        env("webhook.enable=false", "ENABLE_WEBHOOKS", "false"),
        env("webhook.secretName=s", "WEBHOOK_SECRET_NAME", "s"),
        env("webhook.serviceName=s", "WEBHOOK_SERVICE_NAME", "s"),
        env("webhook.certManager.enabled=true", "WEBHOOK_CERTIFICATES", "external"),
        at("webhook.certManager.enabled=true", "Certificate", "/spec/secretName", "webhook-cert"),
        at(
            "webhook.certManager.enabled=true",
            "ValidatingWebhookConfiguration",
            "/metadata/annotations/cert-manager.io~1inject-ca-from",
            "nodewright/nodewright-webhook"),
        env("legacy.enabled=false", "LEGACY_ENABLED", "false"),
        at("controllerManager.replicas=3", "Deployment", "/spec/replicas", "3"),
        at(
            "controllerManager.podDisruptionBudget.minAvailable=0",
            "PodDisruptionBudget",
            "/metadata/name",
            ""),
        at("controllerManager.selectors.pool=x", pod(), pod("/nodeSelector/pool"), "x"),
        at("controllerManager.tolerations[0].key=k", pod(), pod("/tolerations/0/key"), "k"),
        at(
            "controllerManager.nodeAffinity.matchExpressions[0].key=k",
            pod(),
            pod(
                "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                    + "/nodeSelectorTerms/0/matchExpressions/2/key"),
            "k"),
        at("imagePullSecret=pull", pod(), pod("/imagePullSecrets/0/name"), "pull"),
        at("useHostNetwork=true", pod(), pod("/hostNetwork"), "true"),
        at("useHostNetwork=true", pod(), pod("/dnsPolicy"), "ClusterFirstWithHostNet"),
        at(
            "useHostNetwork=true",
            pod(),
            pod(
                "/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0"
                    + "/topologyKey"),
            "kubernetes.io/hostname"),
        at(
            "controllerManager.manager.image.tag=t",
            pod(),
            pod("/containers/0/image"),
            "nodewright/operator:t"),
        at(
            "controllerManager.manager.image.digest=" + digest(),
            pod(),
            pod("/containers/0/image"),
            "nodewright/operator:0.21.0@" + digest()),
        at(
            "controllerManager.manager.resources.limits.cpu=7",
            pod(),
            pod("/containers/0/resources/limits/cpu"),
            "7"),
        at(
            "controllerManager.serviceAccount.annotations.a=b",
            "ServiceAccount",
            "/metadata/annotations/a",
            "b"),
        at("limitRange.default.cpu=1", "LimitRange", "/spec/limits/0/default/cpu", "1"),
        at("limitRange=null", "LimitRange", "/metadata/name", ""),
        at("metricsService.annotations.a=b", "Service", "/metadata/annotations/a", "b"),
        at("metricsService.type=NodePort", "Service", "/spec/type", "NodePort"),
        at("webhook.enable=false", "ValidatingWebhookConfiguration", "/metadata/name", ""),
        at(
            "webhook.serviceName=s",
            "ValidatingWebhookConfiguration",
            "/webhooks/0/clientConfig/service/name",
            "s"),
        at(
            "webhook.removalTag=1",
            "Job",
            "/spec/template/spec/containers/0/image",
            "docker.io/alpine/kubectl:1"),
        at("cleanup.jobTimeoutSeconds=7", "Job", "/spec/activeDeadlineSeconds", "7"),
        at(
            "metrics.serviceMonitor.enabled=true",
            "ServiceMonitor",
            "/spec/endpoints/0/port",
            "metrics"),
        at(
            "metrics.prometheusRule.enabled=true",
            "PrometheusRule",
            "/spec/groups/0/name",
            "nodewright"),
        at(
            "rbac.createSkyhookViewerRole=true",
            "ClusterRole",
            "/metadata/name",
            "skyhook-viewer-role"),
        at(
            "rbac.createSkyhookEditorRole=true",
            "ClusterRole",
            "/metadata/name",
            "skyhook-editor-role"),
        at(
            "metrics.addServiceAccountBinding=true",
            "ClusterRoleBinding",
            "/subjects/0/name",
            "prometheus"));
  }

  @ParameterizedTest(name = "O2 {0} reaches {2}")
  @MethodSource("values")
  void reaches(String value, String kind, String pointer, String expected) throws IOException {
    List<String> found = found(kind, pointer, "--set=" + value);
    if (expected.isEmpty()) {
      assertEquals(List.of(), found);
      assertNotEquals(found, found(kind, pointer), "it is not there without the value either");
    } else {
      assertTrue(found.contains(expected), () -> expected + " is not among " + found);
      assertNotEquals(found, found(kind, pointer), "it is there without the value too");
    }
  }

  @ParameterizedTest(name = "O2 {0} is {1} by default")
  @CsvSource({
    "NAMESPACE, nodewright",
    "LEADER_ELECTION, true",
    "JOB_TTL_FAILED, 24h",
    "AGENT_IMAGE, nodewright/agent:0.21.0",
    "WEBHOOK_SERVICE_NAME, nodewright-webhook-service"
  })
  void defaults(String name, String value) throws IOException {
    assertEquals(List.of(value), found(pod(), "env " + name));
  }

  /// O3.
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("default", "", "namespace"),
        Arguments.of(
            "ns",
            "controllerManager.selectors.a=b,controllerManager.nodeAffinity.matchExpressions[0].key=k",
            "controllerManager.selectors and controllerManager.nodeAffinity.matchExpressions"),
        Arguments.of("ns", "controllerManager.podDisruptionBudget.minAvailable=2", "minAvailable"),
        Arguments.of("ns", "controllerManager.replicas=1", "controllerManager.replicas: 1"),
        Arguments.of(
            "ns",
            "controllerManager.manager.env.leaderElection=false",
            "controllerManager.manager.env.leaderElection"),
        Arguments.of("ns", "controllerManager.manager.env.jobTtlSuceeded=1h", "jobTtlSuceeded"),
        Arguments.of("ns", "controllerManager.manager.env.logLevel=loud", "logLevel"),
        Arguments.of("ns", "controllerManager.manager.env.jobTtlFailed=1 day", "jobTtlFailed"),
        Arguments.of("ns", "controlerManager.replicas=1", "controlerManager"),
        Arguments.of(
            "ns", "controllerManager.manager.agent.tag=", "controllerManager.manager.agent"),
        Arguments.of("ns", "webhook.removalImage=alpine/kubectl", "webhook.removalImage"));
  }

  @ParameterizedTest(name = "O3 in {0} with {1}")
  @MethodSource("refusals")
  void refuses(String namespace, String value, String named) throws IOException {
    Helm.Result result =
        helm.template(
            "nodewright", namespace, value.isEmpty() ? List.of() : List.of("--set=" + value));
    assertNotEquals(0, result.status(), result.out());
    assertTrue(result.err().contains(named), () -> named + " is not named in: " + result.err());
  }

  @ParameterizedTest(name = "O34 {0} nodes and {1} packages: {2} {3} {4} {5}")
  @CsvSource({
    "1, 1, 256Mi, 512Mi, 500m, 1000m",
    "500, 4, 256Mi, 640Mi, 640m, 1280m",
    "1000, 2, 450Mi, 800Mi, 800m, 1600m",
    "1000, 10, 450Mi, 3200Mi, 3200m, 6400m"
  })
  void sizes(
      int nodes, int packages, String request, String limit, String cpuRequest, String cpuLimit)
      throws IOException {
    String values =
        "--set=estimatedNodeCount=%d,estimatedPackageCount=%d".formatted(nodes, packages);
    String resources = pod("/containers/0/resources");
    assertEquals(List.of(request), found(pod(), resources + "/requests/memory", values));
    assertEquals(List.of(limit), found(pod(), resources + "/limits/memory", values));
    assertEquals(List.of(cpuRequest), found(pod(), resources + "/requests/cpu", values));
    assertEquals(List.of(cpuLimit), found(pod(), resources + "/limits/cpu", values));
  }

  @Test
  @DisplayName("O43 the ports of probes, container and Service move together")
  void portsMoveTogether() throws IOException {
    String values =
        "--set=controllerManager.manager.env.metricsPort=:9000,"
            + "controllerManager.manager.env.probePort=:9001";
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertEquals(
          List.of("9001"), found(pod(), pod("/containers/0/" + probe + "/httpGet/port"), values));
    }
    assertEquals(List.of("9000"), found(pod(), pod("/containers/0/ports/0/containerPort"), values));
    assertTrue(found("Service", "/spec/ports/0/targetPort", values).contains("9000"));
  }

  @Test
  @DisplayName("O42 one container without rights")
  void oneContainerWithoutRights() throws IOException {
    assertEquals(List.of(), found(pod(), pod("/containers/1/name")));
    assertEquals(List.of("true"), found(pod(), pod("/securityContext/runAsNonRoot")));
    String security = pod("/containers/0/securityContext");
    assertEquals(List.of("true"), found(pod(), security + "/readOnlyRootFilesystem"));
    assertEquals(List.of("false"), found(pod(), security + "/allowPrivilegeEscalation"));
    assertEquals(List.of("ALL"), found(pod(), security + "/capabilities/drop/0"));
  }

  /// A release that an older chart installed keeps its values (`--reuse-values`): whatever they
  /// lack has the default of this chart.
  @Test
  void valuesOfOlderChartsRender() throws IOException {
    JsonNode values = Helm.tree(Files.readString(Helm.CHART.resolve("values.yaml")));
    ((ObjectNode) values).remove("limitRange");
    assertEquals(values, Helm.tree(Files.readString(Helm.CHART.resolve("files/defaults.yaml"))));
  }

  @Test
  void hasTheCrdsOfThisVersion() throws IOException {
    for (String name : List.of("nodewrights", "deploymentpolicies")) {
      String file = name + ".nodewright.nvidia.com.yaml";
      assertEquals(
          Files.readString(Path.of("..", "api", "src", "main", "resources", "crds", file)),
          Files.readString(Helm.CHART.resolve("files/crds").resolve(file)),
          "copy api/src/main/resources/crds/%s to chart/files/crds".formatted(file));
    }
  }

  private List<String> found(String kind, String pointer, String... arguments) throws IOException {
    List<JsonNode> objects =
        arguments.length == 0
            ? byDefault
            : helm.objects("nodewright", "nodewright", List.of(arguments));
    return objects.stream()
        .filter(object -> object.path("kind").asString().equals(kind))
        .map(object -> value(object, pointer))
        .filter(value -> !value.isMissingNode())
        .map(JsonNode::asString)
        .toList();
  }

  private static JsonNode value(JsonNode object, String pointer) {
    if (!pointer.startsWith("env ")) {
      return object.at(pointer);
    }
    for (JsonNode variable : object.at(pod("/containers/0/env"))) {
      if (variable.path("name").asString().equals(pointer.substring("env ".length()))) {
        return variable.path("value");
      }
    }
    return object.at("/none");
  }

  private static Arguments env(String value, String name, String expected) {
    return Arguments.of(value, pod(), "env " + name, expected);
  }

  private static Arguments at(String value, String kind, String pointer, String expected) {
    return Arguments.of(value, kind, pointer, expected);
  }

  private static String pod() {
    return "Deployment";
  }

  private static String pod(String pointer) {
    return "/spec/template/spec" + pointer;
  }

  private static String digest() {
    return "sha256:" + "0123456789abcdef".repeat(4);
  }

  private static String agent() {
    return "nodewright/agent:0.21.0@" + digest();
  }
}
