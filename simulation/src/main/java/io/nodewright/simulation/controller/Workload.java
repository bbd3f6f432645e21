package io.nodewright.simulation.controller;

/// What runs in the cluster beside packages.
///
/// @param app its name, and the label `app` of its Pods
/// @param form how its Pods are made and owned
/// @param replicas how many Pods it wants; each node has one of a DAEMON or MIRROR
/// @param needed Pods that its PodDisruptionBudget keeps healthy; 0 for no budget
/// @param graceSeconds that its Pods are given to end
/// @param isProtected whether its Pods carry the label that NodeWrights spare
public record Workload(
    String app, Form form, int replicas, int needed, int graceSeconds, boolean isProtected) {

  /// The label of protected Pods, with the value `yes`.
  public static final String SPARED = "spared";

  /// The namespace of all workloads.
  public static final String NAMESPACE = "work";

  /// How Pods are made.
  public enum Form {
    /// A ReplicaSet's, made anew on another node when they go.
    REPLICAS,
    /// One on each node, cordoned or not.
    DAEMON,
    /// One on each node, the kubelet's own.
    MIRROR,
    /// Nobody's: made once.
    BARE,
    /// Nobody's, and over at once.
    FINISHED
  }
}
