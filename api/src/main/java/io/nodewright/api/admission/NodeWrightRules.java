package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.stream.Stream;

/// The rules for NodeWrights that look beyond a single field (01 §6.3, §6.4). What the schema can
/// say is the schema's (01 §6.2).
public final class NodeWrightRules {

  /// 01 §6.3, in the order of its table.
  private static final List<NodeWrightRule> OF_THE_SPEC = List.of(new DependencyRules());

  /// 01 §6.4, in the order of its table.
  private static final List<NodeWrightRule> OF_THE_CHANGE =
      List.of(new RemovalRule(), new DowngradeRules());

  private NodeWrightRules() {}

  /// All that speaks against creating this object; the server answers with the first.
  public static List<Violation> onCreate(NodeWright created) {
    return of(new NodeWrightEdit(null, created, RecordedPackages.NONE));
  }

  /// All that speaks against this update; the server answers with the first. An object that is
  /// being deleted may always be written, or its finalizer could be trapped (01 §6.3).
  ///
  /// @param stored the object before the write, with its status
  /// @param updated the object as it would be stored
  /// @param recorded what nodes record of the packages of `stored`
  public static List<Violation> onUpdate(
      NodeWright stored, NodeWright updated, RecordedPackages recorded) {
    if (updated.getMetadata().getDeletionTimestamp() != null) {
      return List.of();
    }
    return of(new NodeWrightEdit(stored, updated, recorded));
  }

  private static List<Violation> of(NodeWrightEdit edit) {
    return Stream.concat(
            OF_THE_SPEC.stream()
                .flatMap(rule -> rule.violations(edit).stream())
                .map(violation -> namingTheResource(edit.after(), violation)),
            OF_THE_CHANGE.stream().flatMap(rule -> rule.violations(edit).stream()))
        .toList();
  }

  /// The texts of 01 §6.3 begin with the resource, those of §6.4 with the package.
  private static Violation namingTheResource(NodeWright resource, Violation violation) {
    return new Violation(
        violation.rule(),
        violation.path(),
        "validating NodeWright \"%s\": %s"
            .formatted(resource.getMetadata().getName(), violation.message()));
  }
}
