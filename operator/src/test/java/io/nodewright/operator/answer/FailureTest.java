package io.nodewright.operator.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.operator.answer.Failure.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What an answer means. The texts of 422 are those of an API server.
class FailureTest {

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments("LW2 not there", code(404), Kind.PRECONDITION),
        arguments("LW2 another version or UID", code(409), Kind.PRECONDITION),
        arguments("LW2 a list that is too old", code(410), Kind.PRECONDITION),
        arguments(
            "LW2 a JSON Patch that does not apply, which names no object",
            refusal("the server rejected our request due to an error in our request", "", ""),
            Kind.PRECONDITION),
        arguments("LW2 a 422 of which nothing is known", code(422), Kind.PRECONDITION),
        arguments(
            "LW2 a merge patch of an object that has another UID by now",
            refusal(
                "Node \"gpu1\" is invalid: metadata.uid: Invalid value: \"u1\": field is immutable",
                "Node",
                "metadata.uid"),
            Kind.PRECONDITION),
        arguments(
            "RE4 an object that its kind does not allow",
            refusal(
                "Node \"gpu1\" is invalid: spec.taints[1]: Invalid value: \"a b\"",
                "Node",
                "spec.taints[1]"),
            Kind.REFUSED),
        arguments(
            "RE4 a policy in the API server, which answers 422 unless told otherwise",
            refusal(
                "nodes \"gpu1\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: no",
                "nodes",
                ""),
            Kind.REFUSED),
        arguments(
            "RE4 a webhook that answers 422",
            refusal("admission webhook \"w\" denied the request: no", "", ""),
            Kind.REFUSED),
        arguments("RE4 a webhook, or a missing permission", code(403), Kind.REFUSED),
        arguments("03 §11.1 too large", code(413), Kind.REFUSED),
        arguments("too many requests", code(429), Kind.BUSY),
        arguments("no leader in etcd", code(500), Kind.BUSY),
        arguments("a webhook that times out", code(504), Kind.BUSY));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void anAnswerMeans(String rule, Status answer, Kind expected) {
    assertEquals(expected, Failure.of(new KubernetesClientException(answer)).kind(), rule);
  }

  @Test
  void withoutAnAnswerNobodyKnows() {
    Failure failure =
        Failure.of(new KubernetesClientException("no answer", new IOException("timed out")));

    assertEquals(new Failure(Kind.UNANSWERED, "no answer", Duration.ZERO), failure);
  }

  @Test
  void aPauseThatTheServerAsksForIsRead() {
    Status status =
        new StatusBuilder(code(429)).withNewDetails().withRetryAfterSeconds(7).endDetails().build();

    assertEquals(
        Duration.ofSeconds(7), Failure.of(new KubernetesClientException(status)).retryAfter());
  }

  private static Status code(int code) {
    return new StatusBuilder().withCode(code).withMessage("as told").build();
  }

  /// A 422 as it is answered; an empty kind or field is left out.
  private static Status refusal(String message, String kind, String field) {
    StatusBuilder status =
        new StatusBuilder().withCode(422).withReason("Invalid").withMessage(message);
    if (kind.isEmpty()) {
      return status.withNewDetails().endDetails().build();
    }
    if (field.isEmpty()) {
      return status.withNewDetails().withKind(kind).withName("gpu1").endDetails().build();
    }
    return status
        .withNewDetails()
        .withKind(kind)
        .withName("gpu1")
        .addNewCause(field, message, "FieldValueInvalid")
        .endDetails()
        .build();
  }
}
