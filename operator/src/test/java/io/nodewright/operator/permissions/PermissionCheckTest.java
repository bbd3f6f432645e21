package io.nodewright.operator.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nodewright.operator.settings.InvalidSettings;
import io.nodewright.operator.settings.OperatorSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of rights that are missing.
class PermissionCheckTest {

  @Test
  @DisplayName("O13 a missing verb is said with resource, API group, place and what to do")
  void namesWhatIsMissing() throws InvalidSettings {
    assertEquals(
        List.of(
            "patch on nodes/status (API group \"\") in the whole cluster: without it nodes lack the"
                + " conditions of their NodeWrights. Apply the roles of the chart again (helm"
                + " upgrade), or add {apiGroups: [\"\"], resources: [nodes/status], verbs: [patch]}"
                + " to ClusterRole <fullname>-manager-role"),
        PermissionCheck.missing(needed(), right -> !right.resource().equals("nodes/status")));
  }

  @Test
  @DisplayName(
      "O13 O21 of several missing verbs of a resource one line is said; groups count apart")
  void oneLineForEachResource() throws InvalidSettings {
    List<String> lines =
        PermissionCheck.missing(needed(), right -> !right.resource().equals("events"));

    assertEquals(2, lines.size(), lines::toString);
    assertEquals(
        List.of("create on events (API group \"\")", "create on events (API group events.k8s.io)"),
        lines.stream().map(line -> line.substring(0, line.indexOf(')') + 1)).toList());
  }

  @Test
  @DisplayName("O13 a right on one object is asked by its name, and its line names the Role")
  void asksByName() throws InvalidSettings {
    List<String> lines =
        PermissionCheck.missing(
            needed(), right -> !right.verb().equals("update") || !right.name().equals("cert"));

    assertEquals(1, lines.size(), lines::toString);
    assertEquals(
        "to Role <fullname>-manager-role",
        lines.getFirst().substring(lines.getFirst().lastIndexOf("to Role")));
  }

  @Test
  @DisplayName("O13 nothing is said when all is allowed")
  void silent() throws InvalidSettings {
    assertEquals(List.of(), PermissionCheck.missing(needed(), _ -> true));
  }

  @ParameterizedTest(name = "O13 O14 with {0}={1} nothing is asked for {2}")
  @CsvSource({
    "ENABLE_WEBHOOKS, false, secrets",
    "ENABLE_WEBHOOKS, false, validatingwebhookconfigurations",
    "LEADER_ELECTION, false, leases"
  })
  void onlyWhatIsUsed(String variable, String value, String resource) throws InvalidSettings {
    assertFalse(
        needed(variable, value).stream().anyMatch(grant -> grant.resource().equals(resource)));
  }

  private static List<Grant> needed(String... more) throws InvalidSettings {
    Map<String, String> environment =
        new TreeMap<>(Map.of("AGENT_IMAGE", "example.com/agent:1", "WEBHOOK_SECRET_NAME", "cert"));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return NeededGrants.of(
        OperatorSettings.from(environment), List.of("validating"), List.of("mutating"));
  }
}
