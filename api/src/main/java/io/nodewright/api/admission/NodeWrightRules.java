package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.stream.Stream;

/// The rules for NodeWrights (01 §6.3, §6.4, §6.7). All of them are asked, also what the schema
/// answers before them where it is up to date: a webhook outlives the schema it was made with.
public final class NodeWrightRules {

  /// 01 §6.3: what must be readable before anything else is judged, then the order of its table.
  private static final List<NodeWrightRule> OF_THE_SPEC =
      List.of(
          new DecodingRule(),
          BudgetRules::notBoth,
          DurationRules::drainTimeout,
          DurationRules::drainGrace,
          BudgetRules::notBesideAPolicy,
          SelectorRules::ofPods,
          SelectorRules::ofNodes,
          PackageNameRules::notRepeated,
          PackageNameRules::legal,
          ConfigInterruptRules::keysExist,
          ConfigInterruptRules::globsMatch,
          ImageRules::noDigest,
          ImageRules::noTag,
          PackageRules::versions,
          ResourceRules::allOrNone,
          ResourceRules::limitsHoldRequests,
          ResourceRules::positive,
          PackageRules::uninstalls,
          DurationRules::stageTimeouts,
          PackageRules::dependencyVersions,
          new DependencyRules(),
          DurationRules::graces,
          ResourceNameRules::policyExists,
          ResourceNameRules::fitsIntoKeys);

  /// 01 §6.4, in the order of its table.
  private static final List<NodeWrightRule> OF_THE_CHANGE =
      List.of(new RemovalRule(), new DowngradeRules());

  private NodeWrightRules() {}

  /// The answer to creating this object.
  public static Review onCreate(NodeWright created, Surroundings around) {
    return review(new NodeWrightWrite(null, created, around));
  }

  /// The answer to this update. An object that is being deleted may always be written, or its
  /// finalizer could be trapped (01 §6.3). So may metadata alone: an object that was stored while
  /// nobody asked these rules must still be paused.
  ///
  /// @param stored the object before the write, with its status
  /// @param updated the object as it would be stored
  public static Review onUpdate(NodeWright stored, NodeWright updated, Surroundings around) {
    if (updated.getMetadata().getDeletionTimestamp() != null) {
      return Review.ACCEPTED;
    }
    return review(new NodeWrightWrite(stored, updated, around));
  }

  private static Review review(NodeWrightWrite write) {
    List<Violation> violations =
        write.keepsTheSpec()
            ? List.of()
            : Stream.concat(OF_THE_SPEC.stream(), OF_THE_CHANGE.stream())
                .flatMap(rule -> rule.violations(write).stream())
                .toList();
    return new Review(
        "validating NodeWright \"%s\": ".formatted(write.name()),
        violations,
        NodeWrightWarnings.of(write));
  }
}
