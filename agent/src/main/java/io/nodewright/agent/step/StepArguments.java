package io.nodewright.agent.step;

import io.nodewright.agent.config.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The arguments of a step (06 §6.2).
public sealed interface StepArguments {

  /// All known. May hold secrets: for the program alone, never for a message.
  record Resolved(List<String> values) implements StepArguments {
    public Resolved {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return "Resolved[" + values.size() + " arguments]";
    }
  }

  /// Some `env:` arguments name variables that are not set.
  ///
  /// @param names each once, in order of use
  record Missing(List<String> names) implements StepArguments {
    public Missing {
      names = List.copyOf(names);
    }

    /// `A, B`; an empty name shows as `""`.
    public String list() {
      List<String> shown = new ArrayList<>();
      for (String name : names) {
        shown.add(name.isEmpty() ? "\"\"" : name);
      }
      return String.join(", ", shown);
    }
  }

  /// The configured arguments as a header shows them: unresolved, but with the versions of an
  /// upgrade step (A17).
  static List<String> shown(Step step, Versions versions) {
    if (step.upgradeStep() && versions instanceof Versions.Upgrade(var previous, var current)) {
      return List.of(previous, current);
    }
    return step.arguments();
  }

  /// Resolves `env:NAME` from the agent's own environment, not the step's.
  static StepArguments resolve(Step step, Versions versions, Map<String, String> environment) {
    if (step.upgradeStep()) {
      return new Resolved(shown(step, versions)); // versions, never env: names
    }
    List<String> values = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    for (String argument : step.arguments()) {
      if (!argument.startsWith("env:")) {
        values.add(argument);
        continue;
      }
      String name = argument.substring("env:".length());
      String value = environment.get(name);
      if (value == null) {
        missing.add(name);
      } else {
        values.add(value);
      }
    }
    return missing.isEmpty() ? new Resolved(values) : new Missing(List.copyOf(missing));
  }
}
