package io.nodewright.sandbox.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Crds;
import io.nodewright.api.admission.AdmissionRows;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What holds while nobody answers the webhooks: the rules in the schema, in the contract's words.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaAloneTest {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  /// Breaks nearly all of the rules at once.
  private static final String WRONG =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: older}
      spec:
        deploymentPolicy: any
        interruptionBudget: {percent: 1, count: 1}
        drainConfig: {timeout: soon}
        nodeSelectors: {matchLabels: {bad key: x}}
        packages:
          pkg1: {version: latest, image: "r:1", dependsOn: {zz: 1.0.0}, stageTimeout: x}
          good: {version: 1.0.0, image: r}
      ---
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: DeploymentPolicy
      metadata: {name: older}
      spec:
        default: {budget: {count: 1}}
        compartments:
          - {name: __default__, selector: {}, budget: {}}
          - {name: other, selector: {}, budget: {count: 1}}
      """;

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;
  private final Requests requests;

  SchemaAloneTest() throws IOException {
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
    requests = new Requests(sandbox.client());
  }

  @BeforeAll
  void install() throws IOException {
    sandbox.installKinds();
    for (String crd : Crds.yaml()) {
      JsonNode bare = YAML.readTree(crd);
      withoutRules(bare);
      sandbox.apply(YAML.writeValueAsString(bare));
    }
    String wrongBudget =
        """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: DeploymentPolicy
        metadata: {name: probe}
        spec: {default: {}}
        """;
    Await.until(
        "the older schema holds",
        Duration.ofSeconds(30),
        () -> requests.tryCreate("deploymentpolicies", wrongBudget).accepted());
    sandbox.apply(WRONG);
    for (String crd : Crds.yaml()) {
      sandbox.apply(crd);
    }
    Await.until(
        "the schema holds",
        Duration.ofSeconds(30),
        () -> !requests.tryCreate("deploymentpolicies", wrongBudget).accepted());
  }

  @AfterAll
  void close() {
    sandbox.close();
    folder.close();
  }

  static Stream<Arguments> rows() {
    List<AdmissionRows.Row> rows = AdmissionRows.all();
    return IntStream.range(0, rows.size())
        .filter(i -> rows.get(i).stored() == null)
        .filter(i -> rows.get(i).accepted() || rows.get(i).refusedBySchema())
        .mapToObj(i -> Arguments.of(rows.get(i) + " by the schema alone", i, rows.get(i)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void row(String words, int index, AdmissionRows.Row row) {
    String plural = row.kind().equals("NodeWright") ? "nodewrights" : "deploymentpolicies";
    Requests.Answer answer = requests.tryCreate(plural, row.manifest("row-" + index));

    if (row.accepted()) {
      assertTrue(answer.accepted(), answer.toString());
    } else {
      assertEquals(422, answer.code(), answer.toString());
      assertTrue(answer.said().contains(row.fragment()), answer.said());
      assertTrue(answer.said().contains(row.path()), answer.said());
    }
  }

  @Test
  void whatWasStoredEarlierCanStillBeChanged() {
    for (String change :
        List.of(
            "{\"metadata\": {\"annotations\": {\"nodewright.nvidia.com/pause\": \"true\"}}}",
            "{\"spec\": {\"serial\": true}}",
            "{\"spec\": {\"drainConfig\": {\"force\": false}}}",
            "{\"spec\": {\"packages\": {\"good\": {\"version\": \"1.0.1\"}}}}",
            "{\"spec\": {\"packages\": {\"pkg1\": {\"env\": []}}}}")) {
      Requests.Answer answer = requests.patch("nodewrights", "older", change);
      assertTrue(answer.accepted(), change + " " + answer);
    }
    for (String change :
        List.of(
            "{\"spec\": {\"resetBatchStateOnCompletion\": false}}",
            "{\"spec\": {\"default\": {\"budget\": {\"count\": 3}}}}")) {
      Requests.Answer answer = requests.patch("deploymentpolicies", "older", change);
      assertTrue(answer.accepted(), change + " " + answer);
    }
    Requests.Answer worse =
        requests.patch(
            "nodewrights",
            "older",
            "{\"spec\": {\"packages\": {\"good\": {\"version\": \"newest\"}}}}");
    assertEquals(422, worse.code(), worse.toString());
  }

  /// Takes out every rule that is an expression, as a schema of before had none.
  private static void withoutRules(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove("x-kubernetes-validations");
    }
    node.forEach(SchemaAloneTest::withoutRules);
  }
}
