package io.nodewright.api.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.NodeState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Whole answers.
class ReviewTest {

  @Test
  void theFirstViolationOfTheTablesComesFirstThenAllOthers() {
    NodeWright created =
        nodeWright(
            "interruptionBudget: {percent: 1, count: 1}, deploymentPolicy: nope,"
                + " packages: {bb: {version: x, image: 'r:1'}, aa: {version: y, image: r,"
                + " stageTimeout: soon}}");

    Review review =
        NodeWrightRules.onCreate(
            created, new Surroundings(RecordedPackages.NONE, _ -> PolicyPresence.MISSING));

    assertEquals(
        "validating NodeWright \"nw\": "
            + "spec.packages.aa.stageTimeout: \"soon\" is not a duration; use e.g. 90s, 10m or 1h30m"
            + " (spec.packages.aa.stageTimeout)"
            + "; also both percent and count can not be set at the same time"
            + " (spec.interruptionBudget)"
            + "; also deploymentPolicy and interruptionBudget are mutually exclusive"
            + " (spec.deploymentPolicy)"
            + "; also image \"r:1\" of package bb contains an inline tag '1'; the version is the tag"
            + " (spec.packages.bb.image)"
            + "; also error version string for aa is invalid: y (spec.packages.aa.version)"
            + "; also error version string for bb is invalid: x (spec.packages.bb.version)"
            + "; also deploymentPolicy \"nope\" not found (spec.deploymentPolicy)",
        review.refusal());
  }

  @Test
  @DisplayName("V23 its text begins with the package")
  void ofAChange() {
    NodeWright stored =
        nodeWright("packages: {foo: {version: '1', image: r, uninstall: {enabled: true}}}");
    Review review =
        NodeWrightRules.onUpdate(
            stored,
            nodeWright("serial: true"),
            new Surroundings(
                RecordedPackages.onNodes(Map.of("node-a", new NodeState.Unreadable("x"))),
                _ -> PolicyPresence.PRESENT));

    assertEquals(
        "package \"foo\": set uninstall.apply=true and wait for completion before removing from spec;"
            + " still recorded on node-a (spec.packages.foo)",
        review.refusal());
  }

  @Test
  @DisplayName("V1 a stored object that breaks a rule can still be paused")
  void metadataAlone() {
    NodeWright stored = nodeWright("interruptionBudget: {percent: 1, count: 1}");
    NodeWright paused = nodeWright("interruptionBudget: {percent: 1, count: 1}");
    paused.getMetadata().setAnnotations(Map.of("nodewright.nvidia.com/pause", "true"));

    assertFalse(NodeWrightRules.onUpdate(stored, paused, Surroundings.NONE).refused());
  }

  @Test
  @DisplayName("V22 W6 a look-up that fails refuses a new name and says nothing of an old one")
  void unknownPolicy() {
    Surroundings away = new Surroundings(RecordedPackages.NONE, _ -> PolicyPresence.UNKNOWN);

    assertEquals(
        "validating NodeWright \"nw\": deploymentPolicy \"p\" could not be looked up; try again"
            + " (spec.deploymentPolicy)",
        NodeWrightRules.onCreate(nodeWright("deploymentPolicy: p"), away).refusal());
    assertEquals(
        Review.ACCEPTED.warnings(),
        NodeWrightRules.onUpdate(
                nodeWright("deploymentPolicy: p"),
                nodeWright("deploymentPolicy: p, serial: true"),
                away)
            .warnings());
  }

  @Test
  @DisplayName("V30 a policy without a spec is refused; V30 to V35 let a policy under deletion be")
  void policies() {
    DeploymentPolicy empty = Yaml.read(DeploymentPolicy.class, "metadata: {name: p}\n");
    DeploymentPolicy good =
        Yaml.read(DeploymentPolicy.class, "spec: {default: {budget: {count: 1}}}\n");

    assertEquals(
        "default budget: exactly one of percent or count must be set (spec.default.budget)",
        PolicyRules.onCreate(empty).refusal());
    empty.getMetadata().setDeletionTimestamp("2026-11-30T00:00:00Z");
    assertEquals("", PolicyRules.onUpdate(good, empty).refusal());
  }

  @Test
  @DisplayName("V36 a policy that is named stays, one that nobody names may go")
  void deletion() {
    assertEquals(
        "cannot delete DeploymentPolicy \"p\": still referenced by 2 NodeWright(s): [a b]"
            + " (metadata.name)",
        PolicyRules.onDelete("p", List.of("b", "a")).refusal());
    assertEquals("", PolicyRules.onDelete("p", List.of()).refusal());
  }

  @Test
  void strategiesAreFilledAndNothingElse() {
    String policy =
        """
        {"spec": {"default": {"strategy": {"linear": {"delta": 3, "safetyLimit": null}}},
         "compartments": [{"name": "a"}, {"strategy": {"exponential": {"initialBatch": 2}}},
                          {"strategy": "broken"}]}}
        """;

    assertEquals(
        List.of(
            "/spec/compartments/1/strategy/exponential/batchThreshold 100",
            "/spec/compartments/1/strategy/exponential/safetyLimit 50",
            "/spec/compartments/1/strategy/exponential/growthFactor 2",
            "/spec/default/strategy/linear/batchThreshold 100",
            "/spec/default/strategy/linear/initialBatch 1",
            "/spec/default/strategy/linear/safetyLimit 50"),
        PolicyDefaults.missing(JsonMapper.shared().readTree(policy)).stream()
            .map(each -> each.path() + " " + each.value())
            .toList());
    assertEquals(List.of(), PolicyDefaults.missing(JsonMapper.shared().readTree("[1]")));
  }

  private static NodeWright nodeWright(String spec) {
    return Yaml.read(NodeWright.class, "metadata: {name: nw}\nspec: {" + spec + "}\n");
  }
}
