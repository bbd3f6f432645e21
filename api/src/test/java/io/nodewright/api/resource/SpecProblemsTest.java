package io.nodewright.api.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What of a spec cannot be decoded, when neither schema nor admission has refused it.
class SpecProblemsTest {

  static Stream<Arguments> problems() {
    return Stream.of(
        arguments(
            "a text for a duration, as V26",
            inPackage("stageTimeout: 10 minutes"),
            "spec.packages.foo.stageTimeout: \"10 minutes\" is not a duration; use e.g. 10m"),
        arguments(
            "a duration without unit, as V26",
            inPackage("gracefulShutdown: \"5\""),
            "spec.packages.foo.gracefulShutdown: \"5\" is not a duration; use e.g. 10m"),
        arguments(
            "a negative duration, as V18",
            inPackage("stageTimeout: -1m"),
            "spec.packages.foo.stageTimeout: \"-1m\" is negative; use 0 or more"),
        arguments(
            "a negative drain, as V3",
            "drainConfig: {timeout: -1s}",
            "spec.drainConfig.timeout: \"-1s\" is negative; use 0 or more"),
        arguments(
            "a text for a quantity, as V26",
            inPackage(
                "resources: {cpuLimit: 1 core, cpuRequest: 1, memoryLimit: 1, memoryRequest: 1}"),
            "spec.packages.foo.resources.cpuLimit: \"1 core\" is not a quantity; use e.g. 500m or"
                + " 128Mi"),
        arguments(
            "some resources, as V14",
            inPackage("resources: {cpuLimit: 1}"),
            "spec.packages.foo.resources: some of cpuRequest, cpuLimit, memoryRequest, memoryLimit"
                + " are not set; set all"),
        arguments(
            "S7 an unknown interrupt",
            inPackage("interrupt: {type: restart}"),
            "spec.packages.foo.interrupt.type: \"restart\" is no interrupt; use service, reboot,"
                + " noop or restartAllServices"),
        arguments(
            "S4 a package without version",
            "packages: {foo: {image: r}}",
            "spec.packages.foo: version of package \"foo\" is blank; a package needs a name and a"
                + " version"),
        arguments(
            "an unknown operator, as V5",
            "nodeSelectors: {matchExpressions: [{key: a, operator: Gt, values: [\"1\"]}]}",
            "spec.nodeSelectors: an operator is none of In, NotIn, Exists, DoesNotExist; use one of"
                + " them"),
        arguments(
            "both budgets, as V1",
            "interruptionBudget: {percent: 1, count: 1}",
            "spec.interruptionBudget: both percent and count are set; leave one"),
        arguments(
            "S2 an unknown sequencing",
            "sequencing: global",
            "spec.sequencing: \"global\" is none of node, all; use one of them"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("problems")
  void whatCannotBeDecodedIsAProblem(String rule, String spec, String problem) {
    assertEquals(problem, problems(spec).getFirst(), rule);
  }

  @Test
  void everyProblemIsFound() {
    assertEquals(
        List.of(
            "spec.drainConfig.timeout: \"x\" is not a duration; use e.g. 10m",
            "spec.packages.a.stageTimeout: \"y\" is not a duration; use e.g. 10m",
            "spec.packages.b.stageTimeout: \"z\" is not a duration; use e.g. 10m"),
        problems(
            "{drainConfig: {timeout: x}, packages: {b: {version: '1', image: r, stageTimeout: z},"
                + " a: {version: '1', image: r, stageTimeout: y}}}"));
  }

  @Test
  void missingDependenciesAndCyclesAreNoProblemsHere() {
    assertEquals(
        List.of(),
        problems(
            "packages: {foo: {version: 1.0.0, image: r, dependsOn: {foo: 1.0.0, bar: 2.0.0}}}"));
  }

  private static String inPackage(String member) {
    return "packages: {foo: {version: 1.0.0, image: r, " + member + "}}";
  }

  private static List<String> problems(String spec) {
    String inner = spec.startsWith("{") ? spec : "{" + spec + "}";
    return NodeWrightViews.of(
            Yaml.read(NodeWright.class, "metadata: {name: nw}\nspec: " + inner + "\n"))
        .specProblems();
  }
}
