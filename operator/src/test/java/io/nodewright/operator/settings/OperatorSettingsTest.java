package io.nodewright.operator.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.rollout.Taint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of contract 08 §4.
class OperatorSettingsTest {

  private static final String AGENT = "example.com/agent:7.0.0";

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad(
            "O5 J52 a TTL below one minute",
            "JOB_TTL_SUCCEEDED",
            "30s",
            "is shorter than 1m; use 1m or more, e.g. 1h"),
        bad(
            "O5 R81 a taint key with a slash",
            "RUNTIME_REQUIRED_TAINT",
            "example.com/gate=on:NoSchedule",
            "is a taint whose key has a slash; use a key without /, as"
                + " key[=value]:Effect, e.g."
                + " nodewright.nvidia.com=runtime-required:NoSchedule"),
        bad(
            "O5 a taint key of 54 characters",
            "RUNTIME_REQUIRED_TAINT",
            "k".repeat(54) + ":NoSchedule",
            "is a taint whose key has 54 characters; use at most 53"),
        bad("O5 no agent image", "AGENT_IMAGE", "", "is missing; use an image reference, e.g."),
        bad("a TTL of zero", "JOB_TTL_FAILED", "0", "is shorter than 1m; use 1m or more, e.g. 24h"),
        bad("an upper-case namespace", "NAMESPACE", "Node", "is no DNS label"),
        bad("a port of webhooks that is none", "WEBHOOK_PORT", ":x", "is no [host]:port"),
        bad(
            "a source of certificates that is none",
            "WEBHOOK_CERTIFICATES",
            "cert-manager",
            "is no source of certificates; use operator or external"),
        bad("a boolean of another kind", "LEADER_ELECTION", "yes", "is no boolean; use true or"),
        bad("blanks around a boolean", "REAPPLY_ON_REBOOT", " true", "is no boolean"),
        bad("a level that is none", "LOG_LEVEL", "trace", "is no log level; use debug, info, warn"),
        bad("a port alone", "PROBE_PORT", "8081", "is no [host]:port; use e.g. :8081"),
        bad("a port too high", "METRICS_PORT", ":70000", "is no port; use 1 to 65535"),
        bad("a Secret name with an underscore", "IMAGE_PULL_SECRET", "my_secret", "is no object"),
        bad("a Service name with a dot", "WEBHOOK_SERVICE_NAME", "a.b", "is no name of a Service"),
        bad(
            "a domain that ends with a dot",
            "KUBERNETES_CLUSTER_DOMAIN",
            "a.",
            "is no object name"),
        bad("an image with a blank", "AGENT_IMAGE", "agent 7", "is no image reference"),
        bad("the host's root", "COPY_DIR_ROOT", "/", "is the root of the host"),
        bad("the host's root in disguise", "AGENT_LOG_ROOT", "/var/..", "is the root of the host"),
        bad("a relative path", "AGENT_LOG_ROOT", "var/log", "is no absolute path"),
        bad("a signed duration", "LEGACY_CLEANUP_DELAY", "-1h", "is no duration"),
        bad("a unit that does not exist", "JOB_STAGE_TIMEOUT", "1d", "is no duration"),
        bad("a number without unit", "JOB_STAGE_TIMEOUT", "10", "is no duration"),
        bad("a negative count", "JOB_BACKOFF_LIMIT", "-1", "is no whole number; use 0 or more"),
        bad("a count past int", "JOB_BACKOFF_LIMIT", "4294967296", "is too large"),
        bad("a short interval", "DEFAULT_INTERVAL", "59s", "is shorter than 1m; use 1m or more"),
        bad("no memory", "INTERRUPT_MEMORY", "0", "is not positive"),
        bad("a quantity with a blank", "INTERRUPT_MEMORY", "256 Mi", "is no quantity"),
        bad("a taint without effect", "RUNTIME_REQUIRED_TAINT", "gate=on", "is without an effect"),
        bad(
            "an effect that is none",
            "RUNTIME_REQUIRED_TAINT",
            "gate:Never",
            "is without an effect"),
        bad(
            "a taint without key",
            "RUNTIME_REQUIRED_TAINT",
            "=on:NoSchedule",
            "without a legal key"));
  }

  @ParameterizedTest(name = "O4 {0}")
  @MethodSource("badValues")
  void stops(String row, String variable, String value, String problem) {
    List<String> problems = problemsOf(environment(variable, value));

    assertEquals(1, problems.size(), problems::toString);
    assertEquals(
        true,
        problems.getFirst().startsWith(variable + ": \"" + value + "\" ")
            && problems.getFirst().contains(problem),
        problems::getFirst);
  }

  @Test
  @DisplayName("O4 every bad variable is named in one run, in the order of the contract")
  void namesEveryBadVariableInOneRunInTheOrderOfTheContract() {
    Map<String, String> environment = environment("JOB_TTL_FAILED", "30s");
    environment.put("NAMESPACE", "A");
    environment.remove("AGENT_IMAGE");

    assertEquals(
        List.of("NAMESPACE", "AGENT_IMAGE", "JOB_TTL_FAILED"),
        problemsOf(environment).stream().map(p -> p.substring(0, p.indexOf(':'))).toList());
  }

  static Stream<Arguments> goodValues() {
    return Stream.of(
        good("unset", "NAMESPACE", "", OperatorSettings::namespace, "nodewright"),
        good("one letter", "LEADER_ELECTION", "f", OperatorSettings::leaderElection, false),
        good("warn is accepted", "LOG_LEVEL", "warn", OperatorSettings::logLevel, LogLevel.WARN),
        good("0 disables", "METRICS_PORT", "0", OperatorSettings::metrics, new Listen.Nowhere()),
        good(
            "with a host",
            "PROBE_PORT",
            "127.0.0.1:80",
            OperatorSettings::probes,
            new Listen.At("127.0.0.1", 80)),
        good("unset", "PROBE_PORT", "", OperatorSettings::probes, new Listen.At("", 8081)),
        good("no secret", "IMAGE_PULL_SECRET", "", OperatorSettings::imagePullSecret, ""),
        good(
            "a host with port and a digest",
            "AGENT_IMAGE",
            "reg.example:5000/a/b:1@sha256:" + "0".repeat(64),
            OperatorSettings::agentImage,
            "reg.example:5000/a/b:1@sha256:" + "0".repeat(64)),
        good(
            "a slash at the end is dropped",
            "COPY_DIR_ROOT",
            "/opt/work/",
            OperatorSettings::copyDirRoot,
            "/opt/work"),
        good(
            "exactly the minimum",
            "JOB_TTL_SUCCEEDED",
            "60s",
            OperatorSettings::ttlSucceeded,
            Duration.ofMinutes(1)),
        good(
            "two units",
            "JOB_TTL_FAILED",
            "1h30m",
            OperatorSettings::ttlFailed,
            Duration.ofMinutes(90)),
        good(
            "a fraction",
            "JOB_STAGE_TIMEOUT",
            "1.5h",
            OperatorSettings::stageTimeout,
            Duration.ofMinutes(90)),
        good("no bound", "JOB_STAGE_TIMEOUT", "0", OperatorSettings::stageTimeout, Duration.ZERO),
        good("one attempt", "JOB_BACKOFF_LIMIT", "0", OperatorSettings::backoffLimit, 0),
        good("unset", "INTERRUPT_MEMORY", "", OperatorSettings::interruptMemory, "256Mi"),
        good(
            "without a value",
            "RUNTIME_REQUIRED_TAINT",
            "gate:NoExecute",
            OperatorSettings::runtimeRequiredTaint,
            new Taint("gate", "", "NoExecute")),
        good(
            "53 characters of key",
            "RUNTIME_REQUIRED_TAINT",
            "k".repeat(53) + "=v:NoSchedule",
            OperatorSettings::runtimeRequiredTaint,
            new Taint("k".repeat(53), "v", "NoSchedule")));
  }

  @ParameterizedTest(name = "O4 {1} {0}")
  @MethodSource("goodValues")
  void reads(
      String row,
      String variable,
      String value,
      Function<OperatorSettings, Object> read,
      Object wanted)
      throws InvalidSettings {
    assertEquals(wanted, read.apply(OperatorSettings.from(environment(variable, value))));
  }

  @Test
  void saysWhatHoldsAndWhatIsNotRead() throws InvalidSettings {
    OperatorSettings settings =
        OperatorSettings.from(environment("RUNTIME_REQUIRED_TAINT_KEY", "old"));

    assertEquals("1h", settings.effective().get("JOB_TTL_SUCCEEDED"));
    assertEquals(AGENT, settings.effective().get("AGENT_IMAGE"));
    assertEquals(
        List.of("RUNTIME_REQUIRED_TAINT_KEY is not read; use RUNTIME_REQUIRED_TAINT"),
        settings.warnings());
  }

  @Test
  void hasTheVersionOfTheBuild() throws IOException {
    String pom = Files.readString(Path.of(System.getProperty("project.root"), "pom.xml"));

    assertEquals(
        "v" + pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1"),
        OperatorSettings.VERSION);
  }

  private static Arguments bad(String row, String variable, String value, String problem) {
    return arguments(row, variable, value, problem);
  }

  private static Arguments good(
      String row,
      String variable,
      String value,
      Function<OperatorSettings, Object> read,
      Object wanted) {
    return arguments(row, variable, value, read, wanted);
  }

  private static Map<String, String> environment(String variable, String value) {
    Map<String, String> environment = new TreeMap<>(Map.of("AGENT_IMAGE", AGENT));
    environment.put(variable, value);
    return environment;
  }

  private static List<String> problemsOf(Map<String, String> environment) {
    return assertThrows(InvalidSettings.class, () -> OperatorSettings.from(environment)).problems();
  }
}
