package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.status.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// What is told once per generation, with the first status that speaks of it: wishes of the spec
/// that lead to nothing now, so that they are not met with silence.
final class GenerationNews {

  private final Subject subject;
  private final SortedMap<String, NodeCase> cases;
  private final ConfigGates gates;

  GenerationNews(Subject subject, SortedMap<String, NodeCase> cases, ConfigGates gates) {
    this.subject = subject;
    this.cases = cases;
    this.gates = gates;
  }

  /// The events; none when the generation was told of before.
  List<Action> events() {
    List<Action> events = new ArrayList<>();
    if (!subject.firstOfGeneration()) {
      return events;
    }
    for (PackageSpec spec : subject.packages().values()) {
      gates
          .held(spec)
          .ifPresent(why -> events.add(event(false, "Config", "ConfigHeld", spec, why)));
      if (subject.uninstalls(spec) && !subject.view().deleting()) {
        uninstall(spec, events);
      }
    }
    return events;
  }

  private void uninstall(PackageSpec spec, List<Action> events) {
    List<String> superseded =
        cases.values().stream()
            .filter(node -> SupersededUninstall.of(spec, node.entries()).isPresent())
            .map(NodeCase::name)
            .toList();
    if (!superseded.isEmpty()) { // 02 §4.11
      events.add(
          event(
              true,
              "Apply",
              "UninstallVersionChanged",
              spec,
              "its uninstall is asked for, but node(s) %s have another version of it; see their verdicts"
                  .formatted(Texts.some(superseded))));
    } else if (cases.values().stream().noneMatch(node -> recorded(node, spec.ref()))) {
      events.add( // 02 §4.10
          event(
              false,
              "Apply",
              "UninstallNothingRecorded",
              spec,
              "its uninstall is asked for, but no node has a record of it; it is not installed while"
                  + " uninstall.apply is true"));
    }
  }

  private static boolean recorded(NodeCase node, PackageRef ref) {
    return node.entries().containsKey(ref);
  }

  private Action event(
      boolean warning, String reason, String action, PackageSpec spec, String what) {
    return subject.event(
        warning, reason, action, "Package [%s]: %s".formatted(spec.ref().shown(), what));
  }
}
