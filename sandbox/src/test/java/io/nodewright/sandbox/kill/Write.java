package io.nodewright.sandbox.kill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One request of the operator that changes something.
///
/// @param method the HTTP method
/// @param path the path without the query
/// @param body the body; empty for a deletion
record Write(String method, String path, String body) {

  private static final JsonMapper JSON = JsonMapper.shared();

  /// Whether it is about the operator itself and not about its work: leases are renewed for ever,
  /// events tell of work and are no part of it, and a review of what one may do stores nothing.
  boolean besides() {
    return path.contains("/leases")
        || path.contains("/events")
        || path.endsWith("/selfsubjectaccessreviews");
  }

  /// What it does to which object, equal when the same is sent again by another process. Times,
  /// UIDs and versions differ then, and so does how a status counts what goes on.
  String identity() {
    if (method.equals("DELETE")) {
      return method + " " + path;
    }
    JsonNode sent = JSON.readTree(body);
    if (method.equals("POST")) {
      return method + " " + path + "/" + sent.at("/metadata/name").asString();
    }
    return method + " " + path + " " + constant(sent.isArray() ? changes(sent) : sent.toString());
  }

  /// A JSON Patch without the tests of what it was decided on.
  private String changes(JsonNode operations) {
    List<String> changes = new ArrayList<>();
    for (JsonNode operation : operations) {
      if (!operation.at("/op").asString().equals("test")) {
        changes.add(
            operation.at("/path").asString().equals("/status")
                ? memory(operation.at("/value"))
                : operation.toString());
      }
    }
    return String.join(", ", changes);
  }

  /// What a status says as a whole, and what the operator reads back from it.
  private static String memory(JsonNode status) {
    Map<String, String> told = new TreeMap<>();
    told.put("status", status.at("/status").asString(""));
    told.put("complete", status.at("/completeNodes").asString(""));
    told.put("members", new TreeSet<>(status.at("/nodePriority").propertyNames()).toString());
    told.put("config", status.at("/configUpdates").toString());
    told.put("generation", status.at("/observedGeneration").toString());
    return told.toString();
  }

  private static String constant(String text) {
    return text.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME")
        .replaceAll("resourceVersion\":\"\\d+", "resourceVersion\":\"V");
  }
}
