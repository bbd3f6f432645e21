package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.crd.SchemaRules;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the API server itself refuses and accepts by the CRDs: contract 01 §6.2.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaOnServerTest {

  private static final int INVALID = 422;

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;

  SchemaOnServerTest() throws IOException {
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
  }

  @BeforeAll
  void install() throws IOException {
    sandbox.installKinds();
  }

  @AfterAll
  void close() {
    sandbox.close();
    folder.close();
  }

  static Stream<Arguments> rows() {
    return SchemaRules.rows().stream().map(row -> Arguments.of(row.toString(), row));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void row(String words, SchemaRules.Row row) {
    if (row.accepted()) {
      create(row);
      return;
    }
    KubernetesClientException refusal =
        assertThrows(KubernetesClientException.class, () -> create(row));
    assertEquals(INVALID, refusal.getCode());
    assertTrue(
        String.valueOf(refusal.getMessage()).contains(row.refusedAt()),
        () -> row.refusedAt() + " is not named in: " + refusal.getMessage());
  }

  private void create(SchemaRules.Row row) {
    sandbox
        .client()
        .load(new ByteArrayInputStream(row.manifest().getBytes(StandardCharsets.UTF_8)))
        .create();
  }
}
