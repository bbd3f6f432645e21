package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of images.
class RegistryImageTest {
  private static final String DIGEST =
      "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

  @ParameterizedTest(name = "{0} is {2} of {1}, at {3}")
  @CsvSource({
    "registry.example/team/base:1.2, registry.example/team, base, 1.2",
    "registry.example/base, registry.example, base, latest",
    "localhost/base:1, localhost, base, 1",
    "localhost:5000/a/b/base:1, localhost:5000/a/b, base, 1",
    "mirror:5000/base:1, mirror:5000, base, 1",
    "docker.io/busybox:stable, docker.io/library, busybox, stable",
    "docker.io/team/busybox, docker.io/team, busybox, latest",
    "r.example/b@" + DIGEST + ", r.example, b, " + DIGEST,
    "r.example/b:1@" + DIGEST + ", r.example, b, " + DIGEST
  })
  void read(String text, String registry, String name, String reference) {
    assertEquals(
        Optional.of(new RegistryImage(registry, name, reference)), RegistryImage.parse(text));
  }

  @ParameterizedTest(name = "\"{0}\" is no name with a registry")
  @ValueSource(
      strings = {
        "",
        "busybox",
        "busybox.tar",
        "./busybox",
        "../image/layout",
        "/tmp/a.b/image",
        "folder/image",
        "r.example/",
        "r.example/b:",
        "r.example/Big:1",
        "https://r.example/b:1",
        "r.example/b@sha256:0123"
      })
  void others(String text) {
    assertEquals(Optional.empty(), RegistryImage.parse(text));
  }
}
