package io.nodewright.engine;

import io.nodewright.engine.ConditionsOfSubject.DeletionHold;
import io.nodewright.engine.status.Texts;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a NodeWright that is being deleted still has to do (02 §4.12).
final class Deletion {

  private final Subject subject;
  private final SortedMap<String, NodeCase> cases;

  Deletion(Subject subject, SortedMap<String, NodeCase> cases) {
    this.subject = subject;
    this.cases = cases;
  }

  /// Why the deletion may not go on; empty when it may (LF2 to LF4).
  Optional<DeletionHold> hold() {
    SortedSet<String> unreadable = new TreeSet<>();
    cases.forEach(
        (name, node) -> {
          if (node.unreadable().isPresent()) {
            unreadable.add(name);
          }
        });
    if (!unreadable.isEmpty()) { // 02-LF2
      return Optional.of(
          new DeletionHold(
              "MalformedNodeState",
              "the record of node(s) %s cannot be read; repair or remove annotation nodeState_%s there"
                  .formatted(Texts.some(unreadable), subject.name())));
    }
    if (uninstallWork() && subject.view().paused()) { // 02-LF3
      return Optional.of(
          new DeletionHold(
              "PausedWithPendingUninstall",
              "packages have to be uninstalled, but the NodeWright is paused; remove the annotation pause"));
    }
    if (uninstallWork() && subject.view().disabled()) { // 02-LF4
      return Optional.of(
          new DeletionHold(
              "DisabledWithPendingUninstall",
              "packages have to be uninstalled, but the NodeWright is disabled; remove the annotation disable"));
    }
    return Optional.empty();
  }

  /// Whether a package with uninstall enabled is recorded on a node in scope (LF5).
  boolean uninstallWork() {
    return cases.values().stream().anyMatch(NodeCase::uninstallWork);
  }
}
