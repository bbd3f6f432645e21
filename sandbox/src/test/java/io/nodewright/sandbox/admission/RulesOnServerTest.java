package io.nodewright.sandbox.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.admission.AdmissionRows;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.operator.certificates.CertificateSource;
import io.nodewright.operator.certificates.CertificateTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a real API server answers with our webhooks: contract 01 §6.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RulesOnServerTest {

  private static final CertificateTimes TIMES =
      new CertificateTimes(
          Duration.ofDays(1),
          Duration.ofMinutes(5),
          Duration.ofMillis(500),
          Duration.ofMillis(500));

  private final AdmissionCluster cluster = new AdmissionCluster();
  private final Requests requests = new Requests(cluster.client());

  RulesOnServerTest() throws IOException {}

  @BeforeAll
  void install() throws IOException {
    cluster.sandbox().apply(policy(AdmissionRows.POLICY, "default: {budget: {count: 1}}"));
    List<AdmissionRows.Row> rows = AdmissionRows.all();
    for (int i = 0; i < rows.size(); i++) {
      store(i, rows.get(i));
    }
    cluster.start(TIMES, CertificateSource.OPERATOR);
    cluster.install("nodewright", AdmissionCluster.SERVICE);
    cluster.awaitReady();
    AdmissionCluster.until(
        "the API server calls the webhooks",
        () ->
            requests
                .tryCreate("deploymentpolicies", policy("probe", "default: {budget: {count: 1}}"))
                .accepted());
  }

  @AfterAll
  void close() {
    cluster.close();
  }

  static Stream<Arguments> rows() {
    List<AdmissionRows.Row> rows = AdmissionRows.all();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> Arguments.of(rows.get(i).toString(), i, rows.get(i)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void row(String words, int index, AdmissionRows.Row row) {
    String manifest = row.manifest(as(index));
    Requests.Answer answer =
        row.stored() == null
            ? requests.tryCreate(plural(row), manifest)
            : requests.tryReplace(
                plural(row),
                name(index, row),
                manifest.replaceFirst("name: ", version(index, row)));

    if (row.accepted()) {
      assertTrue(answer.accepted(), answer.toString());
    } else {
      assertTrue(answer.code() == 403 || answer.code() == 422, answer.toString());
      assertTrue(answer.said().contains(row.fragment()), answer.said());
      assertTrue(answer.said().contains(row.path()), answer.said());
    }
    if (row.warns()) {
      List<String> told =
          answer.warnings().stream().map(each -> each.replace("\\\"", "\"")).toList();
      assertEquals(
          !row.fragment().isEmpty(),
          told.stream()
              .anyMatch(each -> each.contains(row.fragment()) && !row.fragment().isEmpty()),
          told.toString());
    }
  }

  @Test
  @DisplayName("V36 a policy that a NodeWright names is not deleted; nobody's is")
  void deletionOfAPolicy() {
    cluster.sandbox().apply(policy("named", "default: {budget: {count: 1}}"));
    cluster.sandbox().apply(nodeWright("user", "deploymentPolicy: named"));

    KubernetesClientException refusal =
        Assertions.assertThrows(
            KubernetesClientException.class,
            () -> cluster.client().resources(DeploymentPolicy.class).withName("named").delete());
    assertEquals(403, refusal.getCode());
    assertTrue(
        String.valueOf(refusal.getMessage())
            .contains(
                "cannot delete DeploymentPolicy \"named\": still referenced by 1 NodeWright(s):"
                    + " [user]"),
        refusal.getMessage());

    cluster.sandbox().apply(nodeWright("user", "deploymentPolicy: ''"));
    cluster.client().resources(DeploymentPolicy.class).withName("named").delete();
    AdmissionCluster.until(
        "the policy is gone",
        () -> cluster.client().resources(DeploymentPolicy.class).withName("named").get() == null);
  }

  @Test
  void aStrategyIsFilledInAndASpecIsNot() {
    cluster
        .sandbox()
        .apply(policy("filled", "default: {budget: {count: 1}, strategy: {linear: {}}}"));
    assertEquals(
        "{\"batchThreshold\":100,\"delta\":1,\"initialBatch\":1,\"safetyLimit\":50}",
        requests
            .read("deploymentpolicies", "filled")
            .at("/spec/default/strategy/linear")
            .toString());

    String resources =
        "resources: {cpuRequest: 1000m, cpuLimit: 4000m, memoryRequest: 1024Mi, memoryLimit: 8192Mi}";
    cluster
        .sandbox()
        .apply(
            nodeWright(
                "verbatim",
                "packages: {foo: {version: v1.2, image: r/p, stageTimeout: 90s, "
                    + resources
                    + "}}"));
    assertEquals(
        "{\"image\":\"r/p\",\"resources\":{\"cpuLimit\":\"4000m\",\"cpuRequest\":\"1000m\","
            + "\"memoryLimit\":\"8192Mi\",\"memoryRequest\":\"1024Mi\"},\"stageTimeout\":\"90s\","
            + "\"version\":\"v1.2\"}",
        requests.read("nodewrights", "verbatim").at("/spec/packages/foo").toString());
  }

  private void store(int index, AdmissionRows.Row row) {
    if (row.stored() == null) {
      return;
    }
    cluster.sandbox().apply(row.storedManifest(as(index)));
    if (!row.recorded().isEmpty()) {
      String[] parts = row.recorded().split("\\|", -1);
      cluster
          .client()
          .resources(NodeWright.class)
          .withName(name(index, row))
          .subresource("status")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              """
              {"status": {"completeNodes": "1/1", "nodeState": {"node-a": {"%s": {"name": "%s",
                "version": "%s", "image": "r/p", "stage": "config", "state": "complete"}}}}}
              """
                  .formatted(row.recorded(), parts[0], parts[1]));
    }
  }

  private String version(int index, AdmissionRows.Row row) {
    String version =
        requests.read(plural(row), name(index, row)).at("/metadata/resourceVersion").asString("");
    return "resourceVersion: '" + version + "', name: ";
  }

  private static String as(int index) {
    return "row-" + index;
  }

  private static String name(int index, AdmissionRows.Row row) {
    return row.name().isEmpty() ? as(index) : row.name();
  }

  private static String plural(AdmissionRows.Row row) {
    return row.kind().equals("NodeWright") ? "nodewrights" : "deploymentpolicies";
  }

  private static String nodeWright(String name, String spec) {
    return manifest("NodeWright", name, spec);
  }

  private static String policy(String name, String spec) {
    return manifest("DeploymentPolicy", name, spec);
  }

  private static String manifest(String kind, String name, String spec) {
    return """
    apiVersion: nodewright.nvidia.com/v1alpha1
    kind: %s
    metadata: {name: %s}
    spec: {%s}
    """
        .formatted(kind, name, spec);
  }
}
