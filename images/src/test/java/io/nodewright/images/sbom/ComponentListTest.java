package io.nodewright.images.sbom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nodewright.images.debian.DebianPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Lists of components.
class ComponentListTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("a Debian package is named as scanners look it up, an epoch and a plus encoded")
  void debian() throws IOException {
    Component component =
        Component.of(
            new DebianPackage("zlib1g", "1:1.2.13+dfsg-1", "amd64", file("z.deb")), "debian-12");
    assertEquals(
        "pkg:deb/debian/zlib1g@1%3A1.2.13%2Bdfsg-1?arch=amd64&distro=debian-12", component.purl());
  }

  @Test
  @DisplayName("a jar's coordinates are those of its path in a Maven repository")
  void jar() throws IOException {
    Component component =
        Component.ofJar(
            Path.of("io/fabric8/kubernetes-client/8.0.0/kubernetes-client-8.0.0.jar"),
            file("k.jar"));
    assertEquals("pkg:maven/io.fabric8/kubernetes-client@8.0.0?type=jar", component.purl());
    assertEquals("io.fabric8", component.group());
  }

  @Test
  @DisplayName("a path that is none in a repository is refused")
  void noJar() {
    assertThrows(IOException.class, () -> Component.ofJar(Path.of("x.jar"), file("x.jar")));
  }

  @Test
  @DisplayName("the list is CycloneDX and the same for the same components")
  void list() throws IOException {
    Component java = Component.ofJava("Example", "25.0.3+9-LTS");
    String text = new ComponentList("nodewright/agent:1", List.of(java)).text();
    assertEquals(text, new ComponentList("nodewright/agent:1", List.of(java)).text());
    JsonNode list = new JsonMapper().readTree(text);
    assertEquals("CycloneDX", list.path("bomFormat").asString(""));
    assertEquals("1.6", list.path("specVersion").asString(""));
    assertEquals(
        "nodewright/agent", list.path("metadata").path("component").path("name").asString(""));
    assertEquals("25.0.3+9-LTS", list.path("components").path(0).path("version").asString(""));
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "content");
  }
}
