package io.nodewright.api;

/// The register of keys on objects (01 §8). Nobody else spells the prefix, and a key that is not
/// here is neither written nor read.
public final class Keys {

  /// API group of NodeWright and DeploymentPolicy.
  public static final String GROUP = "nodewright.nvidia.com";

  /// The one version of the group.
  public static final String API_VERSION = "v1alpha1";

  /// `apiVersion` of our kinds.
  public static final String GROUP_VERSION = GROUP + "/" + API_VERSION;

  /// API group of the older kinds (01 §7).
  public static final String LEGACY_GROUP = "skyhook.nvidia.com";

  /// Before every key of ours.
  public static final String PREFIX = GROUP + "/";

  /// Before every key of the older group.
  public static final String LEGACY_PREFIX = LEGACY_GROUP + "/";

  // On NodeWrights (01 §8.1).

  /// Annotation: stop here; only [#TRUE] switches it on.
  public static final String PAUSE = PREFIX + "pause";

  /// Annotation: skip this one; only [#TRUE] switches it on.
  public static final String DISABLE = PREFIX + "disable";

  /// Annotation: operator that last handled the object.
  public static final String OPERATOR_VERSION = PREFIX + "version";

  /// Annotation: name of the legacy object that this one mirrors.
  public static final String MIRRORED_FROM = PREFIX + "mirrored-from";

  /// Annotation: last mirrored generation of the legacy object.
  public static final String MIRRORED_GENERATION = PREFIX + "mirrored-generation";

  /// Annotation: when adoption was done.
  public static final String LEGACY_MIGRATED_AT = PREFIX + "legacy-migrated-at";

  /// Finalizer of a NodeWright (01 §1).
  public static final String FINALIZER = PREFIX + "nodewright";

  /// Finalizer that an older operator left on its own kind; only ever stripped.
  public static final String LEGACY_FINALIZER = LEGACY_PREFIX + "skyhook";

  // On Nodes (01 §8.2).

  /// Annotation: a cordon that stays after the runtime-required taint; presence counts.
  public static final String RUNTIME_REQUIRED_CORDON = PREFIX + "runtimeRequiredCordon";

  /// Label: leave this node alone; only [#TRUE] switches it on.
  public static final String IGNORE = PREFIX + "ignore";

  static final String NODE_STATE = PREFIX + "nodeState_";
  static final String STATUS = PREFIX + "status_";
  static final String VERSION = PREFIX + "version_";
  static final String CORDON = PREFIX + "cordon_";
  static final String DRAIN_START = PREFIX + "drainStart_";
  static final String DRAIN_BLOCKED = PREFIX + "drainBlocked_";
  static final String REBOOTED = PREFIX + "rebooted_";

  // On Jobs, Pods, ConfigMaps and what the chart installs (01 §8.4).

  /// Label of Jobs, Pods and package ConfigMaps, and annotation of ConfigMaps: the NodeWright.
  public static final String NAME = PREFIX + "name";

  /// Label `<package>-<version>` and annotation with the full identity, of Jobs and Pods.
  public static final String PACKAGE = PREFIX + "package";

  /// Label of Jobs and Pods: the stage.
  public static final String STAGE = PREFIX + "stage";

  /// Label of Jobs and Pods: the node, shortened when it is long.
  public static final String NODE = PREFIX + "node";

  /// Label of Jobs and Pods: the NodeWright's generation at creation.
  public static final String GENERATION = PREFIX + "generation";

  /// Label of interrupt Jobs and their Pods; its value is [#INTERRUPT_VALUE].
  public static final String INTERRUPT = PREFIX + "interrupt";

  /// The only value of [#INTERRUPT], with a capital T.
  public static final String INTERRUPT_VALUE = "True";

  /// Annotation of Jobs: where they come from.
  public static final String RESOURCE_ID = PREFIX + "resource-id";

  /// Annotation of Jobs: the processed marker (03 §4); its value is [#TRUE].
  public static final String STATE_RECORDED = PREFIX + "state-recorded";

  /// Annotation of interrupt Jobs: unique names of the packages that it satisfies.
  public static final String COVERS = PREFIX + "covers";

  /// Annotation of interrupt Jobs: restart budget fixed at creation.
  public static final String RESTART_ALLOWANCE = PREFIX + "restart-allowance";

  /// Annotation of interrupt Jobs: restarts at which they were ended.
  public static final String RESTART_LIMIT_EXCEEDED = PREFIX + "restart-limit-exceeded";

  /// Annotation of interrupt Jobs that were ended for their restarts: what the container told last,
  /// since its Pod goes with the Job's end. Our own, read for people alone.
  public static final String FAILURE_CAUSE = PREFIX + "failure-cause";

  /// Annotation of an older operator's Jobs; never written, removed when the Job is processed.
  public static final String LAST_LOGS = PREFIX + "last-logs";

  /// Annotation of package ConfigMaps: the package's name.
  public static final String PACKAGE_NAME = PREFIX + "Package.Name";

  /// Annotation of package ConfigMaps: the package's version.
  public static final String PACKAGE_VERSION = PREFIX + "Package.Version";

  /// Annotation of package ConfigMaps: [#CONFIG_GATE_OPEN] from the opening of the config gate
  /// until the data is replaced.
  public static final String CONFIG_GATE = PREFIX + "config-gate";

  /// The only value of [#CONFIG_GATE].
  public static final String CONFIG_GATE_OPEN = "open";

  /// Annotation of node-metadata ConfigMaps: fingerprint of the packages that they tell of.
  public static final String PACKAGES = PREFIX + "packages";

  /// Annotation of Jobs: what of them was told in events already, so that it is told once.
  public static final String TOLD = PREFIX + "told";

  /// Label of node-metadata ConfigMaps: the NodeWright.
  public static final String NODE_METADATA = PREFIX + "skyhook-node-meta";

  /// Annotation of node-metadata ConfigMaps: the full node name.
  public static final String NODE_NAME = PREFIX + "Node.name";

  /// Annotation of the webhook's Secret: when its certificate ends.
  public static final String EXPIRATION = PREFIX + "expiration";

  /// Annotation of the webhook's Secret: the Service it is for.
  public static final String SERVICE = PREFIX + "service";

  /// Label of our webhook configurations; presence counts.
  public static final String WEBHOOK_CONFIG = PREFIX + "webhook-config";

  /// Label of an older operator's ConfigMaps and Pods: the NodeWright.
  public static final String LEGACY_NAME = LEGACY_PREFIX + "name";

  /// Label of an older operator's node-metadata ConfigMaps: the NodeWright.
  public static final String LEGACY_NODE_METADATA = LEGACY_PREFIX + "skyhook-node-meta";

  /// `reportingController` of our events.
  public static final String REPORTING_CONTROLLER = PREFIX + "operator";

  /// Value of every switch.
  public static final String TRUE = "true";

  private Keys() {}

  /// Annotation of a Node: what is recorded of each package, the source of truth (02 §2.1).
  public static String nodeState(String nodeWright) {
    return NODE_STATE + nodeWright;
  }

  /// Annotation and label of a Node: its status.
  public static String status(String nodeWright) {
    return STATUS + nodeWright;
  }

  /// Annotation of a Node: operator that last wrote its record.
  public static String version(String nodeWright) {
    return VERSION + nodeWright;
  }

  /// Annotation of a Node: the NodeWright holds a cordon; presence counts.
  public static String cordon(String nodeWright) {
    return CORDON + nodeWright;
  }

  /// Annotation of a Node: when its drain began.
  public static String drainStart(String nodeWright) {
    return DRAIN_START + nodeWright;
  }

  /// Annotation of a Node: pods that block its drain.
  public static String drainBlocked(String nodeWright) {
    return DRAIN_BLOCKED + nodeWright;
  }

  /// Annotation of a Node: an own reboot that must not run again.
  public static String rebooted(String nodeWright) {
    return REBOOTED + nodeWright;
  }

  /// Annotation of a Node: it was tainted as new with that taint.
  public static String autoTaint(String taintKey) {
    return PREFIX + "autoTaint_" + taintKey;
  }

  /// Type of a Node's condition: not complete yet.
  public static String notReady(String nodeWright) {
    return PREFIX + nodeWright + "/NotReady";
  }

  /// Type of a Node's condition: a package fails.
  public static String erroring(String nodeWright) {
    return PREFIX + nodeWright + "/Erroring";
  }
}
