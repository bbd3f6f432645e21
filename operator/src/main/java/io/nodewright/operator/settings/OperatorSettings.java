package io.nodewright.operator.settings;

import io.nodewright.api.job.JobSettings;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.operator.certificates.CertificateSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// All that the environment says (08 §4), read once at start.
///
/// @param namespace where Jobs, ConfigMaps and leases live
/// @param leaderElection whether a lease is held while working
/// @param logLevel how much is logged
/// @param metrics where metrics are served
/// @param probes where probes are served
/// @param webhooks whether admission is served
/// @param webhookSecret name of the serving certificate's Secret
/// @param webhookService name of our Service
/// @param webhookListen where admission is served
/// @param certificateSource who makes the serving certificate
/// @param clusterDomain of the cluster's DNS
/// @param imagePullSecret of package Pods; empty for none
/// @param agentImage default agent
/// @param copyDirRoot host directory that packages are copied to
/// @param agentLogRoot host directory of the agent's logs
/// @param reapplyOnReboot whether a reboot resets a node's record
/// @param legacyCleanupDelay how long the older operator's keys are kept
/// @param ttlSucceeded how long a complete Job is kept
/// @param ttlFailed how long a failed Job is kept
/// @param stageTimeout default bound of a stage; zero for none
/// @param backoffLimit retries after the first attempt
/// @param publishLegacyMetrics whether metrics have their older twins
/// @param idleInterval longest pause between passes
/// @param interruptMemory memory of an interrupt container, a quantity as written
/// @param legacyEnabled whether the older group is served
/// @param runtimeRequiredTaint the configured taint
/// @param effective each variable with the text that holds, for the log; there are no secrets
/// @param warnings what was set and is not read
public record OperatorSettings(
    String namespace,
    boolean leaderElection,
    LogLevel logLevel,
    Listen metrics,
    Listen probes,
    boolean webhooks,
    String webhookSecret,
    String webhookService,
    Listen webhookListen,
    CertificateSource certificateSource,
    String clusterDomain,
    String imagePullSecret,
    String agentImage,
    String copyDirRoot,
    String agentLogRoot,
    boolean reapplyOnReboot,
    Duration legacyCleanupDelay,
    Duration ttlSucceeded,
    Duration ttlFailed,
    Duration stageTimeout,
    int backoffLimit,
    boolean publishLegacyMetrics,
    Duration idleInterval,
    String interruptMemory,
    boolean legacyEnabled,
    Taint runtimeRequiredTaint,
    SortedMap<String, String> effective,
    List<String> warnings) {

  /// Version of this operator as it is stamped on objects.
  public static final String VERSION = "v0.21.0";

  /// Reads the environment.
  ///
  /// @throws InvalidSettings with every bad variable at once
  public static OperatorSettings from(Map<String, String> environment) throws InvalidSettings {
    Variables read = new Variables(environment);
    OperatorSettings settings = read(read, warnings(environment));
    if (!read.problems().isEmpty()) {
      throw new InvalidSettings(read.problems());
    }
    return settings;
  }

  /// The settings that decisions depend on.
  public EngineSettings engine() {
    return new EngineSettings(
        agentImage,
        VERSION,
        runtimeRequiredTaint,
        legacyEnabled,
        reapplyOnReboot,
        stageTimeout,
        backoffLimit,
        ttlSucceeded,
        ttlFailed,
        idleInterval);
  }

  /// The settings that the Jobs and ConfigMaps of packages are built from.
  public JobSettings jobs() {
    return new JobSettings(
        namespace,
        agentImage,
        copyDirRoot,
        agentLogRoot,
        imagePullSecret,
        interruptMemory,
        runtimeRequiredTaint,
        legacyEnabled);
  }

  // In the order of contract 08 §4, which is the order of the problems.
  private static OperatorSettings read(Variables from, List<String> warnings) {
    return new OperatorSettings(
        from.read("NAMESPACE", "nodewright", Rules::dnsLabel),
        from.read("LEADER_ELECTION", "true", Rules::bool),
        from.read("LOG_LEVEL", "info", Rules::logLevel),
        from.read("METRICS_PORT", ":8443", Rules::listen),
        from.read("PROBE_PORT", ":8081", Rules::listen),
        from.read("ENABLE_WEBHOOKS", "true", Rules::bool),
        from.read("WEBHOOK_SECRET_NAME", "webhook-cert", Rules::objectName),
        from.read("WEBHOOK_SERVICE_NAME", "nodewright-webhook-service", Rules::serviceName),
        from.read("WEBHOOK_PORT", ":9443", Rules::listen),
        from.read("WEBHOOK_CERTIFICATES", "operator", Rules::certificateSource),
        from.read("KUBERNETES_CLUSTER_DOMAIN", "cluster.local", Rules::objectName),
        from.read("IMAGE_PULL_SECRET", "", Rules::objectNameOrNone),
        from.required("AGENT_IMAGE", Rules::image),
        from.read("COPY_DIR_ROOT", "/var/lib/skyhook", Rules::hostDirectory),
        from.read("AGENT_LOG_ROOT", "/var/log/skyhook", Rules::hostDirectory),
        from.read("REAPPLY_ON_REBOOT", "false", Rules::bool),
        from.read("LEGACY_CLEANUP_DELAY", "24h", text -> Rules.duration(text, "0", "24h")),
        from.read("JOB_TTL_SUCCEEDED", "1h", text -> Rules.duration(text, "1m", "1h")),
        from.read("JOB_TTL_FAILED", "24h", text -> Rules.duration(text, "1m", "24h")),
        from.read("JOB_STAGE_TIMEOUT", "1h", text -> Rules.duration(text, "0", "1h")),
        from.read("JOB_BACKOFF_LIMIT", "3", Rules::count),
        from.read("PUBLISH_LEGACY_METRICS", "true", Rules::bool),
        from.read("DEFAULT_INTERVAL", "10m", text -> Rules.duration(text, "1m", "10m")),
        from.read("INTERRUPT_MEMORY", "256Mi", Rules::positiveQuantity),
        from.read("LEGACY_ENABLED", "true", Rules::bool),
        from.read(
            "RUNTIME_REQUIRED_TAINT",
            "nodewright.nvidia.com=runtime-required:NoSchedule",
            Rules::taint),
        from.effective(),
        warnings);
  }

  private static List<String> warnings(Map<String, String> environment) {
    return environment.containsKey("RUNTIME_REQUIRED_TAINT_KEY")
        ? List.of("RUNTIME_REQUIRED_TAINT_KEY is not read; use RUNTIME_REQUIRED_TAINT")
        : List.of();
  }
}
