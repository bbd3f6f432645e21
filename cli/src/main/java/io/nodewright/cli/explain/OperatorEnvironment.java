package io.nodewright.cli.explain;

import io.nodewright.api.value.Durations;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.EngineSettings;
import java.time.Duration;
import java.util.Map;

/// The settings that an operator decides by, as far as its Deployment tells; where it does not,
/// what an operator has that is told nothing.
final class OperatorEnvironment {

  private OperatorEnvironment() {}

  static EngineSettings read(Map<String, String> environment, String version) {
    EngineSettings standard =
        EngineSettings.standard(environment.getOrDefault("AGENT_IMAGE", ""), version);
    return new EngineSettings(
        standard.agentImage(),
        version,
        taint(
            environment.getOrDefault("RUNTIME_REQUIRED_TAINT", ""),
            standard.runtimeRequiredTaint()),
        !"false".equals(environment.getOrDefault("LEGACY_ENABLED", "")),
        "true".equals(environment.getOrDefault("REAPPLY_ON_REBOOT", "")),
        duration(environment, "JOB_STAGE_TIMEOUT", standard.stageTimeout()),
        count(environment.getOrDefault("JOB_BACKOFF_LIMIT", ""), standard.backoffLimit()),
        duration(environment, "JOB_TTL_SUCCEEDED", standard.ttlSucceeded()),
        duration(environment, "JOB_TTL_FAILED", standard.ttlFailed()),
        standard.idleInterval());
  }

  private static Duration duration(Map<String, String> from, String name, Duration otherwise) {
    return Durations.parse(from.getOrDefault(name, "")).orElse(otherwise);
  }

  private static int count(String text, int otherwise) {
    return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : otherwise;
  }

  private static Taint taint(String text, Taint otherwise) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return otherwise;
    }
    String effect = text.substring(colon + 1);
    String key = text.substring(0, colon);
    int equals = key.indexOf('=');
    return equals < 0
        ? new Taint(key, "", effect)
        : new Taint(key.substring(0, equals), key.substring(equals + 1), effect);
  }
}
