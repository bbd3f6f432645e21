package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.nodewright.api.Names;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.List;

/// What the operator tells an agent about where it works (03 §8.2, §8.3).
///
/// @param settings of the operator that writes
/// @param key what the Job is for
/// @param nodeWrightUid UID of the owner
/// @param generation of the NodeWright
/// @param nodeOrder the node's rollout position
record AgentVariables(
    JobSettings settings, JobKey key, String nodeWrightUid, long generation, int nodeOrder) {

  /// The five variables, in their order.
  List<EnvVar> all() {
    return List.of(
        variable(JobLayout.LOG_DIR, settings.agentLogRoot() + "/" + key.nodeWright()),
        variable(JobLayout.ROOT_DIR, settings.copyDirRoot() + "/" + key.nodeWright()),
        variable(JobLayout.COPY_RESOLV, "false"),
        variable(
            JobLayout.RESOURCE_ID,
            Names.packageResourceId(key.nodeWright(), nodeWrightUid, generation, key.ref())),
        variable(JobLayout.NODE_ORDER, Integer.toString(nodeOrder)));
  }

  /// Host directory of the package at this generation.
  String copyDir() {
    PackageRef ref = key.ref();
    return "%s/%s/%s-%s-%s-%d"
        .formatted(
            settings.copyDirRoot(),
            key.nodeWright(),
            ref.name(),
            ref.version(),
            nodeWrightUid,
            generation);
  }

  static EnvVar variable(String name, String value) {
    return new EnvVar(name, value, null);
  }
}
