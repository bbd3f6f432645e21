package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where images go.
class RegistryTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "registry.example.com, registry.example.com/agent:1, https://registry.example.com/v2/x",
    "registry.example.com/a/b/, registry.example.com/a/b/agent:1, https://registry.example.com/v2/x",
    "localhost:5000/a, localhost:5000/a/agent:1, http://localhost:5000/v2/x",
    "127.0.0.1:5000, 127.0.0.1:5000/agent:1, http://127.0.0.1:5000/v2/x",
    "docker.io/team, docker.io/team/agent:1, https://registry-1.docker.io/v2/x"
  })
  void parsed(String text, String reference, String uri) {
    Registry registry = Registry.parse(text, false);
    assertEquals(reference, registry.reference("agent", "1"));
    assertEquals(uri, registry.uri("x").toString());
  }

  @ParameterizedTest(name = "\"{0}\" is no registry")
  @ValueSource(strings = {"", "team", "team/agent", "https://registry.example.com"})
  void refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Registry.parse(text, false));
  }

  @Test
  @DisplayName("without TLS only where that is asked for")
  void plain() {
    assertEquals(
        "http://10.0.0.1:5000/v2/x", Registry.parse("10.0.0.1:5000", true).uri("x").toString());
    assertEquals(
        "https://10.0.0.1:5000/v2/x", Registry.parse("10.0.0.1:5000", false).uri("x").toString());
  }
}
