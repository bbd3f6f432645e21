package io.nodewright.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How often the operator asked for what, from the API server's audit log.
final class AuditedRequests {

  private static final String OPERATOR = "nodewright-operator";

  private AuditedRequests() {}

  /// Counts by `verb resource[/subresource]`, events and the lease left in.
  static SortedMap<String, Integer> ofOperator(Path log) throws IOException {
    JsonMapper json = JsonMapper.builder().build();
    SortedMap<String, Integer> counts = new TreeMap<>();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(OPERATOR)) {
          count(json.readTree(line), counts);
        }
      }
    }
    return counts;
  }

  private static void count(JsonNode request, SortedMap<String, Integer> counts) {
    if (!request.path("userAgent").asString("").startsWith(OPERATOR)) {
      return;
    }
    JsonNode object = request.path("objectRef");
    String sub = object.path("subresource").asString("");
    String key =
        request.path("verb").asString("")
            + " "
            + object.path("resource").asString("(none)")
            + (sub.isEmpty() ? "" : "/" + sub);
    counts.merge(key, 1, Integer::sum);
  }
}
