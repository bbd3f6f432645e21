package io.nodewright.operator.metrics;

import java.util.List;

/// The metrics of NodeWrights, all of them gauges (08 §9). Each may have a twin under the older
/// name.
enum Family {
  STATUS("status", "1 for the current status of the NodeWright, 0 for each other one.", "status"),
  NODE_STATUS("node_status_count", "Nodes by their status for the NodeWright.", "status"),
  NODE_TARGET("node_target_count", "Nodes that the NodeWright selects.", Subject.NODEWRIGHT),
  PACKAGE_STATE(
      "package_state_count",
      "Nodes by how far the package's current stage is.",
      Subject.PACKAGE + " state"),
  PACKAGE_STAGE(
      "package_stage_count", "Nodes by the package's current stage.", Subject.PACKAGE + " stage"),
  PACKAGE_RESTARTS(
      "package_restarts_count",
      "Failed attempts at the package's current stage, summed over nodes.",
      Subject.PACKAGE),
  MATCHED("rollout_matched_nodes", "Nodes in the compartment.", Subject.COMPARTMENT),
  CEILING(
      "rollout_ceiling",
      "Nodes of the compartment that its budget lets be worked on at once.",
      Subject.COMPARTMENT),
  IN_PROGRESS("rollout_in_progress", "Nodes of the compartment at work.", Subject.COMPARTMENT),
  COMPLETED(
      "rollout_completed", "Nodes of the compartment that are complete.", Subject.COMPARTMENT),
  PROGRESS(
      "rollout_progress_percent",
      "Complete nodes of the compartment in percent, 0 to 100.",
      Subject.COMPARTMENT),
  CURRENT_BATCH(
      "rollout_current_batch",
      "Number of the compartment's current batch; 0 without batches.",
      Subject.COMPARTMENT),
  CONSECUTIVE_FAILURES(
      "rollout_consecutive_failures",
      "Failed batches of the compartment in a row.",
      Subject.COMPARTMENT),
  SHOULD_STOP(
      "rollout_should_stop",
      "1 when the compartment's rollout has stopped and does not go on by itself.",
      Subject.COMPARTMENT);

  /// What a series tells of: the labels that name it within its NodeWright, one blank between two.
  private static final class Subject {
    static final String NODEWRIGHT = "";
    static final String PACKAGE = "package_name package_version";
    static final String COMPARTMENT = "policy_name compartment_name strategy";
  }

  private static final String PREFIX = "nodewright_";
  private static final String OLDER_PREFIX = "skyhook_";
  private static final String NAME = "name";

  private final String suffix;
  private final String help;
  private final String labels;

  /// @param labels beside the NodeWright's name, one blank between two
  Family(String suffix, String help, String labels) {
    this.suffix = suffix;
    this.help = help;
    this.labels = labels;
  }

  String metric() {
    return PREFIX + suffix;
  }

  /// The name of the twin.
  String olderMetric() {
    return OLDER_PREFIX + suffix;
  }

  String help() {
    return help;
  }

  /// Says what takes the twin's place.
  String olderHelp() {
    return "Older name of %s, which replaces it; it goes with the removal release. %s"
        .formatted(metric(), help);
  }

  /// All label names, the NodeWright's first.
  List<String> labels() {
    return named(PREFIX);
  }

  /// Those of the twin.
  List<String> olderLabels() {
    return named(OLDER_PREFIX);
  }

  private List<String> named(String prefix) {
    return List.of((prefix + NAME + " " + labels).strip().split(" ", -1));
  }
}
