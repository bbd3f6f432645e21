package io.nodewright.operator.admission;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The request of an `admission.k8s.io/v1` AdmissionReview.
///
/// @param uid to be repeated in the answer
/// @param operation `CREATE`, `UPDATE` or `DELETE`
/// @param name of the object; empty on a create that leaves it to the server
/// @param object as it would be stored; missing on a deletion
/// @param oldObject as it is stored; missing on a create
record AdmissionRequest(
    String uid, String operation, String name, JsonNode object, JsonNode oldObject) {

  private static final JsonMapper JSON = JsonMapper.shared();

  /// Reads a review.
  ///
  /// @throws IllegalArgumentException when it is none
  static AdmissionRequest read(byte[] body) {
    JsonNode review;
    try {
      review = JSON.readTree(body);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
    JsonNode request = review.path("request");
    String uid = request.path("uid").asString("");
    if (!"admission.k8s.io/v1".equals(review.path("apiVersion").asString("")) || uid.isEmpty()) {
      throw new IllegalArgumentException("no AdmissionReview of admission.k8s.io/v1");
    }
    return new AdmissionRequest(
        uid,
        request.path("operation").asString(""),
        request.path("name").asString(""),
        request.path("object"),
        request.path("oldObject"));
  }

  boolean creates() {
    return "CREATE".equals(operation);
  }

  boolean deletes() {
    return "DELETE".equals(operation);
  }
}
