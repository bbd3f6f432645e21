package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.operator.permissions.Grant;
import io.nodewright.operator.permissions.NeededGrants;
import io.nodewright.operator.settings.InvalidSettings;
import io.nodewright.operator.settings.OperatorSettings;
import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What the chart grants the operator is what the operator asks for at start.
@Tag("sandbox")
class ChartGrantsTest {

  private final TestFolder folder = new TestFolder();

  @AfterEach
  void close() {
    folder.close();
  }

  @ParameterizedTest(
      name = "O13 O14 O21 with {0} the chart grants what the operator needs, and no more")
  @ValueSource(
      strings = {
        "nameOverride=nodewright",
        "webhook.enable=false",
        "webhook.certManager.enabled=true",
        "webhook.secretName=own"
      })
  void grantsAreThoseNeeded(String value) throws IOException, InvalidSettings {
    List<JsonNode> objects =
        new Helm(folder.resolve("helm")).objects("nodewright", "ns", List.of("--set=" + value));
    OperatorSettings settings = OperatorSettings.from(Installation.environment(objects));

    SortedSet<String> needed = new TreeSet<>();
    for (Grant grant :
        NeededGrants.of(
            settings,
            List.of("nodewright-validating-webhook"),
            List.of("nodewright-mutating-webhook"))) {
      String scope = grant.namespace().isEmpty() ? "ClusterRole" : "Role";
      expand(
          needed,
          scope + " nodewright-" + grant.role(),
          List.of(grant.group()),
          List.of(grant.resource()),
          grant.names(),
          grant.verbs());
    }

    assertEquals(String.join("\n", needed), String.join("\n", granted(objects)));
  }

  private static SortedSet<String> granted(List<JsonNode> objects) {
    SortedSet<String> granted = new TreeSet<>();
    for (JsonNode object : objects) {
      String kind = object.path("kind").asString();
      String name = object.at("/metadata/name").asString();
      if (kind.endsWith("Role")
          && (name.equals("nodewright-manager-role")
              || name.equals("nodewright-leader-election-role"))) {
        for (JsonNode rule : object.path("rules")) {
          expand(
              granted,
              kind + " " + name,
              words(rule.path("apiGroups")),
              words(rule.path("resources")),
              words(rule.path("resourceNames")),
              words(rule.path("verbs")));
        }
      }
    }
    return granted;
  }

  private static void expand(
      SortedSet<String> into,
      String role,
      List<String> groups,
      List<String> resources,
      List<String> names,
      List<String> verbs) {
    for (String group : groups) {
      for (String resource : resources) {
        for (String name : names.isEmpty() ? List.of("*") : names) {
          for (String verb : verbs) {
            into.add("%s: %s %s.%s %s".formatted(role, verb, resource, group, name));
          }
        }
      }
    }
  }

  private static List<String> words(JsonNode array) {
    List<String> words = new ArrayList<>();
    array.forEach(each -> words.add(each.asString()));
    return words;
  }
}
