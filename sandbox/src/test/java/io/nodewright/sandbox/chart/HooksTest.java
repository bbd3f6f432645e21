package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/// The life of a release, by Helm itself: install, upgrades, a rollback and the uninstall, with
/// hooks that run (contract 08 §13, §17). One after the other on one cluster.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HooksTest {

  private static final String NAMESPACE = "nodewright";
  private static final String NAME = "nodewright-controller-manager";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String RESOURCES =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: DeploymentPolicy
      metadata: {name: steady}
      spec: {default: {budget: {count: 1}, strategy: {fixed: {}}}}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: base}
      spec:
        deploymentPolicy: steady
        packages:
          pkg: {version: 1.0.0, image: nodewright.local/pkg}
      """;

  private final TestFolder folder = new TestFolder();
  private final Helm helm;
  private final Sandbox sandbox;
  private final HookRunner hooks;
  private final String webhooks = OperatorProcess.freeAddress();
  private OperatorProcess operator;

  HooksTest() throws IOException {
    helm = new Helm(folder.resolve("helm"));
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()).withHollowNodes(1).withAudit());
    sandbox.createNamespace(NAMESPACE);
    Path kubectl = KubeBinaries.of(System.getenv()).provide(KubeProgram.ALL);
    hooks = new HookRunner(sandbox, NAMESPACE, kubectl, folder.resolve("hooks"));
    helm("install", Helm.CHART.toString());
    operator = startOperator();
  }

  @BeforeAll
  void rollOut() {
    until("the operator is ready", operator::ready);
    sandbox.apply(RESOURCES);
    until("the rollout is complete", () -> status().equals("complete"));
  }

  @AfterAll
  void close() {
    operator.close();
    hooks.close();
    sandbox.close();
    folder.close();
  }

  @Test
  @Order(1)
  @DisplayName("O32 an upgrade leaves a Deployment that selects the same")
  void sameSelector() throws IOException {
    String before = deployment().getMetadata().getUid();
    helm("upgrade", Helm.CHART.toString());
    assertEquals(before, deployment().getMetadata().getUid(), this::selectorHook);
  }

  @Test
  @Order(2)
  @DisplayName("O32 an upgrade makes room where the Deployment selects otherwise")
  void otherSelector() throws IOException {
    String before =
        replaced(
            deployment().toBuilder()
                .editSpec()
                .editSelector()
                .addToMatchLabels("older", "yes")
                .endSelector()
                .editTemplate()
                .editMetadata()
                .addToLabels("older", "yes")
                .endMetadata()
                .endTemplate()
                .endSpec()
                .build());
    helm("upgrade", Helm.CHART.toString());
    assertNotEquals(before, deployment().getMetadata().getUid(), this::selectorHook);
    assertEquals(3, deployment().getSpec().getSelector().getMatchLabels().size());
  }

  @Test
  @Order(3)
  @DisplayName("O32 an upgrade makes room where the Deployment does not know the webhooks' Service")
  void olderThanTheServiceName() throws IOException {
    Deployment older = deployment();
    older
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getEnv()
        .removeIf(each -> each.getName().equals("WEBHOOK_SERVICE_NAME"));
    String before = replaced(older);
    helm("upgrade", Helm.CHART.toString());
    assertNotEquals(before, deployment().getMetadata().getUid(), this::selectorHook);
  }

  @Test
  @Order(4)
  @DisplayName(
      "O33 a rollback across a rename of the Service ends ready, with all resources intact")
  void rollback() throws IOException {
    String uid = nodeWright().getMetadata().getUid();
    String revision = revision();
    helm("upgrade", Helm.CHART.toString(), "--set=webhook.serviceName=renamed");
    restartOperator();
    assertEquals("renamed", Installation.environment(rendered()).get("WEBHOOK_SERVICE_NAME"));

    helm("rollback", revision);
    restartOperator();

    assertEquals(
        "nodewright-webhook-service",
        Installation.environment(rendered()).get("WEBHOOK_SERVICE_NAME"));
    assertEquals(uid, nodeWright().getMetadata().getUid());
    assertEquals("complete", status());
    // Admission answers again: a change is taken.
    sandbox.apply(RESOURCES.replace("name: base}", "name: base, labels: {rolled: back}}"));
  }

  @Test
  @Order(5)
  @DisplayName(
      "O38 at its deadline the clean-up fails the uninstall, and says what is held and by whom")
  void deadline() throws IOException {
    helm("upgrade", Helm.CHART.toString(), "--set=cleanup.jobTimeoutSeconds=20");
    sandbox
        .client()
        .resources(NodeWright.class)
        .withName("base")
        .edit(
            stored -> {
              stored.getMetadata().getFinalizers().add("example.com/held");
              return stored;
            });
    Helm.Result result = run("uninstall");

    assertNotEquals(0, result.status(), result.out());
    String said = hooks.said("nodewright-skyhook-cleanup");
    assertTrue(said.contains("Still there when the time"), said);
    assertTrue(said.contains("base") && said.contains("example.com/held"), said);
  }

  @Test
  @Order(6)
  @DisplayName("O37 O39 an uninstall removes NodeWrights, then policies, under the hooks' accounts")
  void uninstall() throws IOException {
    sandbox
        .client()
        .resources(NodeWright.class)
        .withName("base")
        .edit(
            stored -> {
              stored.getMetadata().getFinalizers().remove("example.com/held");
              return stored;
            });
    Helm.Result result = run("uninstall");

    String said = hooks.said("nodewright-skyhook-cleanup");
    assertEquals(0, result.status(), result.err() + said);
    int nodeWrights = said.indexOf("nodewrights.nodewright.nvidia.com: all gone");
    int policies = said.indexOf("deploymentpolicies.nodewright.nvidia.com: all gone");
    assertTrue(nodeWrights >= 0 && policies > nodeWrights, said);
    for (String account : List.of("skyhook-cleanup", "webhook-cleanup", "selector-migration")) {
      AuditLog audit =
          AuditLog.of(sandbox, AccountKubeconfig.user(NAMESPACE, "nodewright-" + account));
      assertTrue(audit.count() > 0, account);
      assertEquals(List.of(), audit.forbidden(), account);
    }
    assertLeftBehind();
  }

  private void assertLeftBehind() {
    for (String kind : List.of("nodewrights", "deploymentpolicies")) {
      assertNotNull(
          sandbox
              .client()
              .apiextensions()
              .v1()
              .customResourceDefinitions()
              .withName(kind + ".nodewright.nvidia.com")
              .get(),
          kind);
    }
    assertNotNull(sandbox.client().namespaces().withName(NAMESPACE).get());
    Node node = sandbox.client().nodes().withName("hollow-0").get();
    assertNotNull(node.getMetadata().getAnnotations().get(Keys.nodeState("base")));
    assertEquals(
        List.of(),
        sandbox
            .client()
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .withLabel(Keys.WEBHOOK_CONFIG)
            .list()
            .getItems());
    assertEquals(
        null, sandbox.client().secrets().inNamespace(NAMESPACE).withName("webhook-cert").get());
    assertEquals(
        null, sandbox.client().apps().deployments().inNamespace(NAMESPACE).withName(NAME).get());
  }

  /// Puts a Deployment in the place of the one that is there.
  ///
  /// @return its UID
  private String replaced(Deployment wanted) {
    var deployments = sandbox.client().apps().deployments().inNamespace(NAMESPACE);
    deployments.withName(NAME).delete();
    until("it is gone", () -> deployments.withName(NAME).get() == null);
    wanted.getMetadata().setResourceVersion(null);
    wanted.getMetadata().setUid(null);
    return deployments.resource(wanted).create().getMetadata().getUid();
  }

  private Deployment deployment() {
    return sandbox.client().apps().deployments().inNamespace(NAMESPACE).withName(NAME).get();
  }

  private NodeWright nodeWright() {
    return sandbox.client().resources(NodeWright.class).withName("base").get();
  }

  private String status() {
    NodeWright stored = nodeWright();
    return stored == null || stored.getStatus() == null
        ? ""
        : String.valueOf(stored.getStatus().status());
  }

  private String selectorHook() {
    try {
      return hooks.said("nodewright-selector-migration");
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String revision() throws IOException {
    Helm.Result result = run("history", "-o", "json");
    JsonNode all = Helm.tree(result.out());
    return all.get(all.size() - 1).path("revision").asString();
  }

  /// The Deployment as it is in the cluster.
  private List<JsonNode> rendered() {
    return List.of(Helm.tree(sandbox.client().getKubernetesSerialization().asYaml(deployment())));
  }

  /// Helm on the release, which has to succeed; then what calls the webhooks is led to this
  /// computer.
  private void helm(String command, String... arguments) throws IOException {
    Helm.Result result = run(command, arguments);
    assertEquals(0, result.status(), () -> result.out() + result.err() + selectorHook());
    String service = Installation.environment(rendered()).getOrDefault("WEBHOOK_SERVICE_NAME", "");
    var services = sandbox.client().services().inNamespace(NAMESPACE);
    services.withName(service).delete();
    until("the Service is gone", () -> services.withName(service).get() == null);
    sandbox.apply(Installation.alias(NAMESPACE, service));
  }

  private Helm.Result run(String command, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(command, "nodewright"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--namespace", NAMESPACE, "--kubeconfig", sandbox.kubeconfig().toString()));
    if (command.equals("install") || command.equals("upgrade")) {
      all.add("--set=webhookService.ports[0].port=" + webhooks.replaceAll(".*:", ""));
    }
    return helm.run(all.toArray(String[]::new));
  }

  private void restartOperator() throws IOException {
    operator.close();
    operator = startOperator();
    until("the operator is ready again", operator::ready);
  }

  /// As the Deployment in the cluster says.
  private OperatorProcess startOperator() throws IOException {
    Map<String, String> environment = new TreeMap<>(Installation.environment(rendered()));
    environment.put("AGENT_IMAGE", Installation.AGENT);
    environment.put("METRICS_PORT", "0");
    environment.put("PROBE_PORT", OperatorProcess.freeAddress());
    environment.put("WEBHOOK_PORT", webhooks);
    environment.put("KUBECONFIG", AccountKubeconfig.write(sandbox, NAMESPACE, NAME).toString());
    return OperatorProcess.replica(sandbox, "operator", Installation.AGENT, environment);
  }

  private static void until(String what, BooleanSupplier holds) {
    Await.until(what, PATIENCE, holds);
  }
}
