package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.leadership.WriteFence;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a real API server answers to a write that came too late, and to one that it does not allow:
/// both 422, and told apart.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsOnServerTest {

  private static final int UNPROCESSABLE = 422;

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;
  private final FencedClient client;

  RefusalsOnServerTest() throws IOException {
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
    client = new FencedClient(sandbox.client(), WriteFence.open());
  }

  @BeforeAll
  void create() {
    sandbox
        .client()
        .configMaps()
        .inNamespace("default")
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("subject")
                .endMetadata()
                .addToData("a", "old")
                .build())
        .create();
  }

  @AfterAll
  void close() {
    sandbox.close();
    folder.close();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments(
            "LW2 a test that fails",
            PatchType.JSON,
            """
            [{"op":"test","path":"/data/a","value":"other"},
             {"op":"replace","path":"/data/a","value":"new"}]""",
            Failure.Kind.PRECONDITION),
        arguments(
            "LW2 a test below a map that is not there",
            PatchType.JSON,
            """
            [{"op":"test","path":"/metadata/annotations/k","value":null},
             {"op":"replace","path":"/data/a","value":"new"}]""",
            Failure.Kind.PRECONDITION),
        arguments(
            "LW2 another UID",
            PatchType.JSON_MERGE,
            """
            {"metadata":{"uid":"1d5d4d2c-0000-4000-8000-000000000000"},"data":{"a":"new"}}""",
            Failure.Kind.PRECONDITION),
        arguments(
            "RE4 an object that is not valid then, by a JSON Patch whose test holds",
            PatchType.JSON,
            """
            [{"op":"test","path":"/data/a","value":"old"},
             {"op":"add","path":"/metadata/labels","value":{"k":"no label"}}]""",
            Failure.Kind.REFUSED),
        arguments(
            "RE4 an object that is not valid then, by a merge patch",
            PatchType.JSON_MERGE,
            """
            {"data":{"no/key":"new"}}""",
            Failure.Kind.REFUSED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void answerMeans(String rule, PatchType type, String body, Failure.Kind expected) {
    KubernetesClientException answer =
        assertThrows(
            KubernetesClientException.class,
            () ->
                client.patch(
                    "/api/v1/namespaces/default/configmaps/subject", type, body, ConfigMap.class));

    assertEquals(UNPROCESSABLE, answer.getCode(), answer::getMessage);
    assertEquals(
        expected, Failure.of(answer).kind(), () -> "%s: %s".formatted(rule, answer.getStatus()));
  }
}
