package io.nodewright.api.job;

import io.nodewright.engine.interrupt.InterruptEvidence;
import java.util.List;

/// Words of the objects that run a stage, shared by who builds them and who reads them (03 §7 to
/// §10).
public final class JobLayout {

  /// Variable of the agent: where it logs.
  public static final String LOG_DIR = "SKYHOOK_LOG_DIR";

  /// Variable of the agent: where it keeps packages and flags.
  public static final String ROOT_DIR = "SKYHOOK_ROOT_DIR";

  /// Variable of the agent: whether it copies resolv.conf.
  public static final String COPY_RESOLV = "COPY_RESOLV";

  /// Variable of the agent: identity of the package at one generation.
  public static final String RESOURCE_ID = "SKYHOOK_RESOURCE_ID";

  /// Variable of the agent: the node's rollout position.
  public static final String NODE_ORDER = "SKYHOOK_NODE_ORDER";

  /// The five variables that the operator sets, in the order of 03 §8.3. They come last, so they
  /// win over an entry of the package with the same name.
  public static final List<String> OPERATOR_VARIABLES =
      List.of(LOG_DIR, ROOT_DIR, COPY_RESOLV, RESOURCE_ID, NODE_ORDER);

  /// The only variable of the copy container.
  public static final String COPY_DIR = "SKYHOOK_DIR";

  /// The init container of an interrupt Job.
  public static final String INTERRUPT_CONTAINER = InterruptEvidence.CONTAINER;

  /// The main container of every Pod of ours.
  public static final String MAIN_CONTAINER = "done";

  /// Where the host is mounted.
  public static final String ROOT_MOUNT_PATH = "/root";

  /// Where the package's image has its content, and where what we add is mounted.
  public static final String PACKAGE_PATH = "/skyhook-package";

  /// Where node metadata is mounted.
  public static final String METADATA_MOUNT_PATH = PACKAGE_PATH + "/node-metadata";

  /// Where config files are mounted, one mount a key.
  public static final String CONFIG_MOUNT_PATH = PACKAGE_PATH + "/configmaps";

  /// Keys of a node-metadata ConfigMap (03 §10.2).
  public static final String ANNOTATIONS_JSON = "annotations.json";

  /// See [#ANNOTATIONS_JSON].
  public static final String LABELS_JSON = "labels.json";

  /// See [#ANNOTATIONS_JSON].
  public static final String PACKAGES_JSON = "packages.json";

  /// Condition of a Job that the controller has decided to fail.
  public static final String FAILURE_TARGET = "FailureTarget";

  /// Condition of a Pod that something outside ended.
  public static final String DISRUPTION_TARGET = "DisruptionTarget";

  private JobLayout() {}
}
