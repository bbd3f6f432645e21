package io.nodewright.operator.admission;

import io.nodewright.api.admission.PolicyDefaults;
import io.nodewright.api.admission.Review;
import io.nodewright.api.admission.Warning;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The answer to a request.
///
/// @param refusal why it is refused; empty when it is not
/// @param warnings what the writer is told
/// @param additions what the object lacks
record AdmissionAnswer(
    String refusal, List<String> warnings, List<PolicyDefaults.Addition> additions) {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int FORBIDDEN = 403;

  AdmissionAnswer {
    warnings = List.copyOf(warnings);
    additions = List.copyOf(additions);
  }

  static AdmissionAnswer of(Review review) {
    return new AdmissionAnswer(
        review.refusal(), review.warnings().stream().map(Warning::message).toList(), List.of());
  }

  static AdmissionAnswer refused(String why) {
    return new AdmissionAnswer(why, List.of(), List.of());
  }

  static AdmissionAnswer adding(List<PolicyDefaults.Addition> additions) {
    return new AdmissionAnswer("", List.of(), additions);
  }

  /// The AdmissionReview that is sent.
  byte[] json(String uid) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("uid", uid);
    response.put("allowed", refusal.isEmpty());
    if (!refusal.isEmpty()) {
      response.put("status", Map.of("code", FORBIDDEN, "reason", "Forbidden", "message", refusal));
    }
    if (!warnings.isEmpty()) {
      response.put("warnings", warnings);
    }
    if (!additions.isEmpty()) {
      List<Map<String, Object>> patch =
          additions.stream()
              .<Map<String, Object>>map(
                  each -> Map.of("op", "add", "path", each.path(), "value", each.value()))
              .toList();
      response.put("patchType", "JSONPatch");
      response.put("patch", Base64.getEncoder().encodeToString(JSON.writeValueAsBytes(patch)));
    }
    Map<String, Object> review = new LinkedHashMap<>();
    review.put("apiVersion", "admission.k8s.io/v1");
    review.put("kind", "AdmissionReview");
    review.put("response", response);
    return JSON.writeValueAsString(review).getBytes(StandardCharsets.UTF_8);
  }
}
