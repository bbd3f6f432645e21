package io.nodewright.engine.snapshot;

import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.rollout.Toleration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// `spec` of a NodeWright, decoded and with its semantic defaults (01 §2).
///
/// @param nodeSelector nodes it is for; an empty one matches every node
/// @param budget flat concurrency limit; [Budget.Unset] when none is given
/// @param deploymentPolicy name of the policy that replaces the budget; empty for none
/// @param resetOnCompletion the override of the policy's reset setting
/// @param priority place among NodeWrights; lower first
/// @param sequencing how it holds back later ones
/// @param serial one package per node and pass
/// @param protectedPods pods that must leave before a drain; an empty selector protects none
/// @param drain how nodes are drained
/// @param additionalTolerations in spec order
/// @param runtimeRequired whether the runtime-required taint waits for it
/// @param autoTaintNewNodes whether new nodes get that taint
/// @param cordonAfter whether nodes are cordoned when that taint goes
/// @param packages by name
public record NodeWrightSpec(
    LabelSelector nodeSelector,
    Budget budget,
    String deploymentPolicy,
    ResetOnCompletion resetOnCompletion,
    int priority,
    Sequencing sequencing,
    boolean serial,
    LabelSelector protectedPods,
    DrainSettings drain,
    List<Toleration> additionalTolerations,
    boolean runtimeRequired,
    boolean autoTaintNewNodes,
    boolean cordonAfter,
    SortedMap<String, PackageSpec> packages) {

  /// Copies the collections.
  public NodeWrightSpec {
    additionalTolerations = List.copyOf(additionalTolerations);
    packages = Collections.unmodifiableSortedMap(new TreeMap<>(packages));
  }
}
