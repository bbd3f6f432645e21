package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.agent.interrupt.InterruptRequest;
import io.nodewright.agent.report.AgentFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The data of an interrupt (06 §11, §14 B46 to B49). Every refusal is also A94: no command, no
/// marker.
class InterruptRequestTest {

  private static final String MALFORMED =
      "interrupt data is not base64 of a JSON object with a text \"type\"";

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments("A94 B46 not base64", "@@", MALFORMED),
        json("A94 B46 not JSON", "x", MALFORMED),
        json("A94 B46 an array", "[]", MALFORMED),
        json("A94 B46 no type", "{}", MALFORMED),
        json("A94 B46 type null", "{\"type\":null}", MALFORMED),
        json("A94 B46 type a number", "{\"type\":5}", MALFORMED),
        json("A94 B47 empty type", "{\"type\":\"\"}", "unknown interrupt type \"\" (known: "),
        json(
            "A94 B47 the resource's word",
            "{\"type\":\"reboot\"}",
            "unknown interrupt type \"reboot\" (known: node_restart, service_restart,"
                + " restart_all_services, no_op, script_interrupt)"),
        service("A94 B48 a text", "\"containerd\"", MALFORMED),
        service("A94 B48 a number", "[1]", MALFORMED),
        service("A94 B49 an option", "[\"--help\"]", "name \"--help\" is not allowed"),
        service("A94 B49 empty", "[\"\"]", "interrupt service name \"\" is not allowed"),
        service("A94 B49 a path", "[\"a/b\"]", "name \"a/b\" is not allowed"),
        service("A94 B49 a blank", "[\"a b\"]", "name \"a b\" is not allowed"),
        service("A94 B49 a no-break space", "[\"a\\u00a0b\"]", "is not allowed"),
        service("A94 B49 a control character of C1", "[\"a\\u0085b\"]", "is not allowed"),
        service("A94 B49 a line end", "[\"ok\", \"a\\n\"]", "is not allowed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isRefused(String rule, String data, String text, @TempDir Path directory)
      throws IOException {
    TestHost host = new TestHost(directory).hostProgram("systemctl", "").hostProgram("reboot", "");

    Ran ran = host.runArguments("interrupt", host.root.toString(), TestHost.COPY, data);

    assertEquals(1, ran.exit());
    assertEquals(1, ran.errors().size(), ran.stderr());
    assertTrue(ran.errors().getFirst().contains(text), ran.stderr());
    assertFalse(host.exists(TestHost.STATE + "/interrupts"));
    assertEquals(List.of(), host.calls());
  }

  static Stream<Arguments> read() {
    return Stream.of(
        arguments(
            "A77 node_restart",
            "eyJ0eXBlIjoibm9kZV9yZXN0YXJ0In0=",
            new InterruptRequest.NodeRestart()),
        arguments(
            "A77 service_restart",
            "eyJ0eXBlIjoic2VydmljZV9yZXN0YXJ0Iiwic2VydmljZXMiOlsiY29udGFpbmVyZCIsImt1YmVsZXQiXX0=",
            new InterruptRequest.ServiceRestart(List.of("containerd", "kubelet"))),
        arguments(
            "A77 restart_all_services",
            "eyJ0eXBlIjoicmVzdGFydF9hbGxfc2VydmljZXMifQ==",
            new InterruptRequest.RestartAllServices()),
        arguments("A77 no_op", "eyJ0eXBlIjoibm9fb3AifQ==", new InterruptRequest.NoOp()),
        arguments(
            "A77 script_interrupt",
            base64("{\"type\":\"script_interrupt\",\"other\":1}"),
            new InterruptRequest.ScriptInterrupt()),
        arguments(
            "A77 services null",
            base64("{\"type\":\"service_restart\",\"services\":null}"),
            new InterruptRequest.ServiceRestart(List.of())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("read")
  void isRead(String rule, String data, InterruptRequest expected) throws AgentFailure {
    assertEquals(expected, InterruptRequest.parse(data));
  }

  private static Arguments json(String rule, String json, String text) {
    return arguments(rule, base64(json), text);
  }

  private static Arguments service(String rule, String services, String text) {
    return json(rule, "{\"type\":\"service_restart\",\"services\":" + services + "}", text);
  }

  private static String base64(String json) {
    return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }
}
