package io.nodewright.oci.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `~/.docker/config.json`, as `docker login` and `podman login` write it.
///
/// @param file its path; it need not exist
public record DockerConfig(Path file) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String DOCKER_HUB = "docker.io";
  private static final String DOCKER_HUB_KEY = "https://index.docker.io/v1/";
  private static final String TOKEN_USER = "<token>";

  /// The file that the environment names: in `$DOCKER_CONFIG`, else in `~/.docker`.
  public static DockerConfig of(Map<String, String> environment) {
    String folder = environment.getOrDefault("DOCKER_CONFIG", "");
    Path where =
        folder.isEmpty() ? Path.of(System.getProperty("user.home"), ".docker") : Path.of(folder);
    return new DockerConfig(where.resolve("config.json"));
  }

  /// What the user has for registry `host`; a helper program is asked where one is named.
  ///
  /// @throws IOException when the file is no such file, or the helper fails
  public Credentials credentials(String host) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Credentials.NONE;
    }
    JsonNode config = read();
    String key = host.equals(DOCKER_HUB) ? DOCKER_HUB_KEY : host;
    String helper = config.path("credHelpers").path(key).asString("");
    if (!helper.isEmpty()) {
      return fromHelper(helper, key);
    }
    for (String name : List.of(key, "https://" + key, "https://" + key + "/v1/")) {
      JsonNode entry = config.path("auths").path(name);
      Credentials found = fromEntry(entry, name);
      if (found.known()) {
        return found;
      }
    }
    String store = config.path("credsStore").asString("");
    return store.isEmpty() ? Credentials.NONE : fromHelper(store, key);
  }

  private JsonNode read() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.readTree(in);
    } catch (JacksonException e) {
      throw new IOException(file + ": not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private Credentials fromEntry(JsonNode entry, String name) throws IOException {
    String token = entry.path("identitytoken").asString("");
    if (!token.isEmpty()) {
      return new Credentials("", token);
    }
    String packed = entry.path("auth").asString("");
    if (packed.isEmpty()) {
      return new Credentials(
          entry.path("username").asString(""), entry.path("password").asString(""));
    }
    try {
      String both = new String(Base64.getDecoder().decode(packed), StandardCharsets.UTF_8);
      int colon = both.indexOf(':');
      if (colon > 0) {
        return new Credentials(both.substring(0, colon), both.substring(colon + 1));
      }
    } catch (IllegalArgumentException _) {
      // said below
    }
    throw new IOException(file + ": auths." + name + ".auth: not USER:PASSWORD in base64");
  }

  /// Asks `docker-credential-NAME get`; it answers with JSON, or fails when it has nothing.
  private static Credentials fromHelper(String name, String host) throws IOException {
    Process process =
        new ProcessBuilder("docker-credential-" + name, "get")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream question = process.getOutputStream()) {
      question.write(host.getBytes(StandardCharsets.UTF_8));
    }
    byte[] answer = process.getInputStream().readAllBytes();
    try {
      if (process.waitFor() != 0) {
        return Credentials.NONE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    JsonNode entry = JSON.readTree(answer);
    String user = entry.path("Username").asString("");
    return new Credentials(user.equals(TOKEN_USER) ? "" : user, entry.path("Secret").asString(""));
  }
}
