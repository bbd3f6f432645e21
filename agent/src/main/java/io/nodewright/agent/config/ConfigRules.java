package io.nodewright.agent.config;

import io.nodewright.agent.json.JsonPointer;
import io.nodewright.agent.report.Causes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The rules over a document that fits its schema, in the contract's order (06 §7.3).
final class ConfigRules {

  private static final List<Mode> WORK =
      List.of(Mode.APPLY, Mode.CONFIG, Mode.POST_INTERRUPT, Mode.UNINSTALL, Mode.UPGRADE);

  private ConfigRules() {}

  static void check(PackageConfig config, StepFiles files, Findings findings) {
    someWork(config, findings); // rules 1 and 2
    config.modes().forEach((mode, steps) -> upgradeSteps(mode, steps, findings)); // rule 3
    for (Mode mode : WORK) {
      hasItsCheck(config, mode, findings); // rule 4
    }
    for (Mode mode : WORK) {
      stepsHaveTheirChecks(config, mode, findings); // rule 5
    }
    stepFiles(config, files, findings); // rule 6
  }

  private static void someWork(PackageConfig config, Findings findings) {
    if (config.modes().isEmpty()) {
      findings.error("", "modes: no mode has a step");
    } else if (WORK.stream().allMatch(mode -> config.steps(mode).isEmpty())) {
      findings.error(
          "",
          "modes: only check modes have steps; one of apply, config, post-interrupt, uninstall,"
              + " upgrade is needed");
    }
  }

  private static void upgradeSteps(Mode mode, List<Step> steps, Findings findings) {
    for (int i = 0; i < steps.size(); i++) {
      String at = JsonPointer.item(JsonPointer.field("/modes", mode.word()), i);
      Step step = steps.get(i);
      if (step.upgradeStep() && !mode.upgrades()) {
        findings.error(at, "upgrade_step is allowed in upgrade and upgrade-check only");
      }
      if (step.upgradeStep() && !step.arguments().isEmpty()) {
        findings.error(at, "an upgrade step takes no arguments");
      }
    }
  }

  private static void hasItsCheck(PackageConfig config, Mode mode, Findings findings) {
    Optional<Mode> check = mode.check();
    if (check.isPresent() && !config.steps(mode).isEmpty() && config.steps(check.get()).isEmpty()) {
      findings.error(
          "",
          "mode \"%s\" has steps but \"%s\" has none".formatted(mode.word(), check.get().word()));
    }
  }

  private static void stepsHaveTheirChecks(PackageConfig config, Mode mode, Findings findings) {
    Optional<Mode> check = mode.check();
    if (check.isEmpty() || config.steps(check.get()).isEmpty()) {
      return;
    }
    for (Step step : config.steps(mode)) {
      String wanted = checkPath(step.path());
      if (config.steps(check.get()).stream().noneMatch(s -> s.path().equals(wanted))) {
        findings.warn(
            "",
            "step \"%s\" has no check \"%s\" in \"%s\""
                .formatted(step.path(), wanted, check.get().word()));
      }
    }
  }

  /// `a.sh` → `a_check.sh`, `a.tar.gz` → `a.tar_check.gz`, `a.` → `a_check`; dots of directories do
  /// not count.
  static String checkPath(String path) {
    int base = path.lastIndexOf('/') + 1;
    int dot = path.lastIndexOf('.');
    if (dot <= base) {
      return path + "_check";
    }
    String extension = dot == path.length() - 1 ? "" : path.substring(dot);
    return path.substring(0, dot) + "_check" + extension;
  }

  private static void stepFiles(PackageConfig config, StepFiles files, Findings findings) {
    SortedSet<String> outside = new TreeSet<>();
    SortedSet<String> missing = new TreeSet<>();
    SortedSet<String> unreadable = new TreeSet<>();
    for (Step step : config.allSteps()) {
      if (!LocalPath.isLocal(step.path())) {
        outside.add(step.path());
        continue;
      }
      try {
        if (!files.exists(step.path())) {
          missing.add(step.path());
        }
      } catch (IOException e) {
        unreadable.add("step \"" + step.path() + "\" cannot be looked up: " + Causes.of(e));
      }
    }
    for (String path : outside) {
      findings.error("", "step path \"" + path + "\" leads out of skyhook_dir");
    }
    if (!missing.isEmpty()) {
      findings.error("", "step files not found: " + String.join(", ", missing));
    }
    unreadable.forEach(text -> findings.error("", text));
  }
}
