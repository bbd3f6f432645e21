package io.nodewright.api.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.NodeState;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The tables of 01 §6.3 and §6.4: what is refused, with its words, and its accepted neighbours.
class NodeWrightRulesTest {

  private static final String ENABLED = "uninstall: {enabled: true}";
  private static final String APPLIED = "uninstall: {enabled: true, apply: true}";

  private static final String NOT_GONE =
      "package \"foo\": set uninstall.apply=true and wait for completion before removing from spec;"
          + " still recorded on node-a";
  private static final String NOT_APPLIED =
      "package \"foo\": downgrade not allowed from 2.0.0 to 1.0.0: set uninstall.apply=true first";
  private static final String NOT_ENDED =
      "package \"foo\": downgrade not allowed from 2.0.0 to 1.0.0: uninstall has not yet completed"
          + " on all nodes; still recorded on node-a";

  static Stream<Arguments> specs() {
    return Stream.of(
        arguments(
            "V20 a dependency at another version is refused",
            "foo: {version: 1.0.0, dependsOn: {bar: 1.0.1}}, bar: {version: 1.0.0}",
            "V20 spec.packages.foo.dependsOn missing: [bar|1.0.1]"),
        arguments(
            "V20 a dependency on nothing is refused",
            "foo: {version: 1.0.0, dependsOn: {zz: 1.0.0}}",
            "V20 spec.packages.foo.dependsOn missing: [zz|1.0.0]"),
        arguments(
            "V20 the text of the version counts, not its meaning",
            "foo: {version: 1.0.0, dependsOn: {bar: v1.0.0}}, bar: {version: 1.0.0}",
            "V20 spec.packages.foo.dependsOn missing: [bar|v1.0.0]"),
        arguments(
            "V20 all that one package misses is named",
            "foo: {version: 1.0.0, dependsOn: {zz: '2', aa: '1'}}",
            "V20 spec.packages.foo.dependsOn missing: [aa|1 zz|2]"),
        arguments(
            "V20 a dependency at that version is accepted",
            "foo: {version: 1.0.0, dependsOn: {bar: 1.0.0}}, bar: {version: 1.0.0}",
            ""),
        arguments(
            "V21 a cycle is refused",
            "aa: {version: 1.0.0, dependsOn: {bb: 1.0.0}},"
                + " bb: {version: 1.0.0, dependsOn: {aa: 1.0.0}}",
            "V21 spec.packages.aa.dependsOn cycle: [aa|1.0.0 bb|1.0.0]"),
        arguments(
            "V21 a package that depends on itself is refused",
            "foo: {version: 1.0.0, dependsOn: {foo: 1.0.0}}",
            "V21 spec.packages.foo.dependsOn cycle: [foo|1.0.0]"),
        arguments(
            "V21 what hangs on a cycle is no part of it",
            "aa: {version: 1.0.0, dependsOn: {bb: 1.0.0}},"
                + " bb: {version: 1.0.0, dependsOn: {bb: 1.0.0}}",
            "V21 spec.packages.bb.dependsOn cycle: [bb|1.0.0]"),
        arguments(
            "V21 two ways to one package are accepted",
            "aa: {version: '1', dependsOn: {bb: '1', cc: '1'}},"
                + " bb: {version: '1', dependsOn: {cc: '1'}}, cc: {version: '1'}",
            ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specs")
  void ofTheSpec(String rule, String packages, String refusal) {
    NodeWright created = nodeWright(packages);

    assertEquals(refusal, first(NodeWrightRules.onCreate(created, Surroundings.NONE), GRAPH), rule);
    assertEquals(
        refusal,
        first(NodeWrightRules.onUpdate(nodeWright(""), created, Surroundings.NONE), GRAPH),
        rule + ", on update too");
  }

  private static final String GRAPH = "error graph is not valid, ";

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments(
            "V23 a package with uninstall is not dropped while a node records it",
            at("1.0.0", ENABLED),
            "",
            "foo|1.0.0",
            "V23 spec.packages.foo " + NOT_GONE),
        arguments(
            "V23 nor while its uninstall runs",
            at("1.0.0", APPLIED),
            "",
            "foo|1.0.0",
            "V23 spec.packages.foo " + NOT_GONE),
        arguments(
            "V23 it may go once its entry is gone", at("1.0.0", APPLIED), "", "bar|1.0.0", ""),
        arguments(
            "V23 an entry of another version does not hold it",
            at("2.0.0", ENABLED),
            "",
            "foo|1.0.0",
            ""),
        arguments(
            "V23 one with uninstall disabled may go at any time",
            at("1.0.0", "uninstall: {enabled: false}"),
            "",
            "foo|1.0.0",
            ""),
        arguments("V23 so may one without uninstall", at("1.0.0", "image: r"), "", "foo|1.0.0", ""),
        arguments(
            "V23 a new name is a removal and an addition",
            at("1.0.0", ENABLED),
            "bar: {version: 1.0.0, " + ENABLED + "}",
            "foo|1.0.0",
            "V23 spec.packages.foo " + NOT_GONE),
        arguments(
            "V24 no lower version before an uninstall is asked for",
            at("2.0.0", ENABLED),
            at("1.0.0", ENABLED),
            "bar|1.0.0",
            "V24 spec.packages.foo.version " + NOT_APPLIED),
        arguments(
            "V24 asking for it in the same write does not help",
            at("2.0.0", ENABLED),
            at("1.0.0", APPLIED),
            "bar|1.0.0",
            "V24 spec.packages.foo.version " + NOT_APPLIED),
        arguments(
            "V24 nor does disabling it in the same write",
            at("2.0.0", ENABLED),
            at("1.0.0", "image: r"),
            "foo|2.0.0",
            "V24 spec.packages.foo.version " + NOT_APPLIED),
        arguments(
            "V24 a higher version is accepted",
            at("1.0.0", ENABLED),
            at("2.0.0", ENABLED),
            "foo|1.0.0",
            ""),
        arguments(
            "V24 equal precedence is accepted",
            at("v1.0.0", ENABLED),
            at("1.0.0+b1", ENABLED),
            "foo|v1.0.0",
            ""),
        arguments(
            "V24 a pre-release is lower than its release",
            at("2.0.0", ENABLED),
            at("2.0.0-rc1", ENABLED),
            "bar|1.0.0",
            "V24 spec.packages.foo.version " + NOT_APPLIED.replace("to 1.0.0", "to 2.0.0-rc1")),
        arguments(
            "V24 with uninstall disabled any version is accepted",
            at("2.0.0", "image: r"),
            at("1.0.0", ENABLED),
            "foo|2.0.0",
            ""),
        arguments(
            "V24 a text that is no version is not compared",
            at("latest", ENABLED),
            at("1.0.0", ENABLED),
            "foo|latest",
            ""),
        arguments(
            "V25 no lower version while a node records the old one",
            at("2.0.0", APPLIED),
            at("1.0.0", APPLIED),
            "foo|2.0.0",
            "V25 spec.packages.foo.version " + NOT_ENDED),
        arguments(
            "V25 a lower version is accepted once the entry is gone",
            at("2.0.0", APPLIED),
            at("1.0.0", "uninstall: {enabled: true}"),
            "bar|1.0.0",
            ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void ofTheChange(String rule, String before, String after, String entry, String refusal) {
    NodeWright stored = nodeWright(before, entry);

    assertEquals(
        refusal,
        first(
            NodeWrightRules.onUpdate(
                stored, nodeWright(after), around(RecordedPackages.inStatus(stored))),
            ""),
        rule);
  }

  @Test
  void theOrderIsThatOfTheTablesAndPackagesGoByName() {
    NodeWright stored =
        nodeWright("bb: {version: '2', %s}, aa: {version: '2', %s}".formatted(ENABLED, ENABLED));
    NodeWright updated =
        nodeWright(
            "bb: {version: '1'}, aa: {version: '1'}, cc: {version: '1', dependsOn: {zz: '1'}}");

    assertEquals(
        List.of(
            "V20 spec.packages.cc.dependsOn",
            "V24 spec.packages.aa.version",
            "V24 spec.packages.bb.version"),
        NodeWrightRules.onUpdate(stored, updated, Surroundings.NONE).violations().stream()
            .map(each -> each.rule() + " " + each.path())
            .toList());
  }

  @Test
  void whatIsBeingDeletedMayAlwaysBeWritten() {
    NodeWright stored = nodeWright(at("1.0.0", ENABLED), "foo|1.0.0");
    NodeWright updated = nodeWright("bar: {version: '1', dependsOn: {zz: '1'}}");
    updated.getMetadata().setDeletionTimestamp("2026-11-30T00:00:00Z");

    assertEquals(
        Review.ACCEPTED,
        NodeWrightRules.onUpdate(stored, updated, around(RecordedPackages.inStatus(stored))));
  }

  @Test
  void aRecordThatCannotBeReadMayHoldAnyPackage() {
    NodeWright stored = nodeWright(at("1.0.0", ENABLED));

    assertEquals(
        "V23 spec.packages.foo " + NOT_GONE,
        first(
            NodeWrightRules.onUpdate(
                stored,
                nodeWright(""),
                around(
                    RecordedPackages.onNodes(
                        Map.of(
                            "node-a",
                            new NodeState.Unreadable("no JSON"),
                            "node-b",
                            NodeState.EMPTY)))),
            ""));
  }

  @Test
  void manyNodesAreCounted() {
    assertEquals(
        "a, b, c, d, e and 2 more", SomeNodes.of(List.of("a", "b", "c", "d", "e", "f", "g")));
    assertEquals("a, b, c, d, e", SomeNodes.of(List.of("a", "b", "c", "d", "e")));
  }

  private static String at(String version, String more) {
    return "foo: {version: \"%s\", %s}".formatted(version, more);
  }

  private static NodeWright nodeWright(String packages) {
    return Yaml.read(
        NodeWright.class, "metadata: {name: nw}\nspec: {packages: {" + packages + "}}\n");
  }

  private static NodeWright nodeWright(String packages, String entry) {
    String name = entry.substring(0, entry.indexOf('|'));
    return Yaml.read(
        NodeWright.class,
        "metadata: {name: nw}\nspec: {packages: {%s}}\nstatus: {nodeState: {node-a: {\"%s\": {name: %s}}, node-b: {}}}\n"
            .formatted(packages, entry, name));
  }

  private static Surroundings around(RecordedPackages recorded) {
    return new Surroundings(recorded, _ -> PolicyPresence.PRESENT);
  }

  /// The first refusal as `rule path message`, without what each message begins with.
  private static String first(Review review, String beginning) {
    if (!review.refused()) {
      return "";
    }
    Violation first = review.violations().getFirst();
    assertEquals(beginning, first.message().substring(0, beginning.length()));
    return first.rule() + " " + first.path() + " " + first.message().substring(beginning.length());
  }
}
