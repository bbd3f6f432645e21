package io.nodewright.api.crd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The table of schema rules is whole. What the rules mean is for a real API server to say.
class SchemaRulesTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  static List<SchemaRules.Row> rows() {
    return SchemaRules.rows();
  }

  @Test
  void everyRuleHasRefusedAndAcceptedObjects() {
    Set<String> all =
        IntStream.rangeClosed(1, 12).mapToObj(i -> "S" + i).collect(Collectors.toSet());
    assertEquals(all, rulesThatAre(true));
    assertEquals(all, rulesThatAre(false));
  }

  @Test
  void everyObjectHasItsOwnName() {
    Set<String> names = new HashSet<>();
    rows()
        .forEach(
            row -> {
              JsonNode meta = YAML.readTree(row.manifest()).required("metadata");
              assertTrue(names.add(meta.required("name").stringValue()), row::toString);
            });
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyObjectParses(SchemaRules.Row row) {
    JsonNode object = YAML.readTree(row.manifest());
    assertEquals("nodewright.nvidia.com/v1alpha1", object.required("apiVersion").stringValue());
    assertFalse(object.required("kind").stringValue().isEmpty());
  }

  private static SortedSet<String> rulesThatAre(boolean accepted) {
    return rows().stream()
        .filter(row -> row.accepted() == accepted)
        .map(SchemaRules.Row::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
