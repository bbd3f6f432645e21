package io.nodewright.api.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The rows of the contract, asked of the rules as functions.
class AdmissionRowsTest {

  static Stream<Arguments> rows() {
    return AdmissionRows.all().stream().map(row -> Arguments.of(row.toString(), row));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void row(String words, AdmissionRows.Row row) {
    Review review = review(row);
    if (row.warns()) {
      List<String> said =
          review.warnings().stream()
              .filter(each -> each.rule().equals(row.rule()))
              .map(Warning::message)
              .toList();
      assertEquals(row.fragment().isEmpty(), said.isEmpty(), said.toString());
      assertTrue(said.stream().allMatch(each -> each.contains(row.fragment())), said.toString());
    } else if (row.accepted()) {
      assertEquals("", review.refusal());
    } else {
      String refusal = review.refusal();
      assertTrue(refusal.contains(row.fragment()), refusal);
      assertTrue(refusal.contains("(" + row.path()), refusal);
      assertTrue(row.rule().startsWith(review.violations().getFirst().rule()), refusal);
    }
  }

  private static Review review(AdmissionRows.Row row) {
    if (row.kind().equals(AdmissionRows.DEPLOYMENT_POLICY)) {
      DeploymentPolicy written = Yaml.read(DeploymentPolicy.class, row.manifest("any"));
      return row.stored() == null
          ? PolicyRules.onCreate(written)
          : PolicyRules.onUpdate(
              Yaml.read(DeploymentPolicy.class, row.storedManifest("any")), written);
    }
    NodeWright written = Yaml.read(NodeWright.class, row.manifest("any"));
    if (row.stored() == null) {
      return NodeWrightRules.onCreate(written, around(RecordedPackages.NONE));
    }
    NodeWright stored = Yaml.read(NodeWright.class, row.storedManifest("any") + status(row));
    return NodeWrightRules.onUpdate(stored, written, around(RecordedPackages.inStatus(stored)));
  }

  private static Surroundings around(RecordedPackages recorded) {
    return new Surroundings(
        recorded,
        name ->
            name.equals(AdmissionRows.POLICY) ? PolicyPresence.PRESENT : PolicyPresence.MISSING);
  }

  private static String status(AdmissionRows.Row row) {
    return row.recorded().isEmpty()
        ? ""
        : "status: {nodeState: {node-a: {\"%s\": {stage: config, state: complete}}}}\n"
            .formatted(row.recorded());
  }
}
