package io.nodewright.e2e.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What one user has asked of the API server.
///
/// @param used all that was allowed
/// @param refused requests that were not, as method and path
public record AuditLog(SortedSet<Grant> used, List<String> refused) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int FORBIDDEN = 403;

  public AuditLog {
    used = new TreeSet<>(used);
    refused = List.copyOf(refused);
  }

  /// Reads the requests of `user` in the audit log `file`.
  public static AuditLog of(Path file, String user) throws IOException {
    SortedSet<Grant> used = new TreeSet<>();
    List<String> refused = new ArrayList<>();
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .filter(line -> line.contains(user))
          .map(JSON::readTree)
          .filter(event -> event.path("user").path("username").asString("").equals(user))
          .forEach(event -> note(event, used, refused));
    }
    return new AuditLog(used, refused);
  }

  private static void note(JsonNode event, SortedSet<Grant> used, List<String> refused) {
    JsonNode object = event.path("objectRef");
    String verb = event.path("verb").asString("");
    if (event.path("responseStatus").path("code").asInt(0) == FORBIDDEN) {
      refused.add(verb + " " + event.path("requestURI").asString(""));
    } else if (!object.isMissingNode()) {
      String subresource = object.path("subresource").asString("");
      used.add(
          new Grant(
              object.path("apiGroup").asString(""),
              object.path("resource").asString("")
                  + (subresource.isEmpty() ? "" : "/" + subresource),
              verb));
    }
  }
}
