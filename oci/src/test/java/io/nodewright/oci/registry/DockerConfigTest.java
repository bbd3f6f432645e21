package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is found in a user's `config.json`.
class DockerConfigTest {
  private static final String PACKED =
      Base64.getEncoder().encodeToString("ann:a:b".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path folder;

  static Stream<Arguments> forms() {
    Credentials ann = new Credentials("ann", "a:b");
    String entry = "{\"auth\":\"" + PACKED + "\"}";
    return Stream.of(
        arguments(
            "a host", "{\"auths\":{\"r.example:5000\":" + entry + "}}", "r.example:5000", ann),
        arguments(
            "an address", "{\"auths\":{\"https://r.example\":" + entry + "}}", "r.example", ann),
        arguments(
            "an old address",
            "{\"auths\":{\"https://r.example/v1/\":" + entry + "}}",
            "r.example",
            ann),
        arguments(
            "Docker Hub",
            "{\"auths\":{\"https://index.docker.io/v1/\":" + entry + "}}",
            "docker.io",
            ann),
        arguments(
            "name and password apart",
            "{\"auths\":{\"r.example\":{\"username\":\"ann\",\"password\":\"a:b\"}}}",
            "r.example",
            ann),
        arguments(
            "an identity token",
            "{\"auths\":{\"r.example\":{\"identitytoken\":\"t\"}}}",
            "r.example",
            new Credentials("", "t")),
        arguments(
            "another host",
            "{\"auths\":{\"r.example\":" + entry + "}}",
            "s.example",
            Credentials.NONE),
        arguments("an empty file", "{}", "r.example", Credentials.NONE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void found(String form, String text, String host, Credentials expected) throws IOException {
    assertEquals(expected, config(text).credentials(host), form);
  }

  @Test
  @DisplayName("no file means no credentials")
  void noFile() throws IOException {
    assertEquals(
        Credentials.NONE, new DockerConfig(folder.resolve("none")).credentials("r.example"));
  }

  @Test
  @DisplayName("a damaged entry is said with its place, and without what it holds")
  void damaged() throws IOException {
    DockerConfig config = config("{\"auths\":{\"r.example\":{\"auth\":\"!secret!\"}}}");
    IOException refused = assertThrows(IOException.class, () -> config.credentials("r.example"));
    assertTrue(refused.toString().contains("auths.r.example.auth"), refused.toString());
    assertFalse(refused.toString().contains("secret"), refused.toString());
  }

  @Test
  @DisplayName("credentials do not show their secret")
  void hidden() {
    assertFalse(new Credentials("ann", "sesame").toString().contains("sesame"));
  }

  @Test
  @DisplayName("DOCKER_CONFIG names another folder")
  void elsewhere() {
    assertEquals(Path.of("/x/config.json"), DockerConfig.of(Map.of("DOCKER_CONFIG", "/x")).file());
  }

  private DockerConfig config(String text) throws IOException {
    return new DockerConfig(Files.writeString(folder.resolve("config.json"), text));
  }
}
