package io.nodewright.cli.command;

import io.nodewright.cli.console.Failure;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Stages, states and packages as words of a command line (CE11, CE14).
final class Words {

  /// All stages in the contract's order.
  static final List<Stage> STAGES =
      List.of(
          Stage.APPLY,
          Stage.CONFIG,
          Stage.INTERRUPT,
          Stage.POST_INTERRUPT,
          Stage.UPGRADE,
          Stage.UNINSTALL,
          Stage.UNINSTALL_INTERRUPT);

  /// All states in the contract's order.
  static final List<StageState> STATES =
      List.of(
          StageState.COMPLETE,
          StageState.IN_PROGRESS,
          StageState.SKIPPED,
          StageState.ERRORING,
          StageState.UNKNOWN);

  private Words() {}

  /// The stage of that word, if it is one of those.
  static Stage stage(String word, List<Stage> allowed) {
    return Stage.of(word)
        .filter(allowed::contains)
        .orElseThrow(
            () ->
                new Failure(
                    "invalid stage \"%s\": expected one of %s"
                        .formatted(
                            word,
                            allowed.stream().map(Stage::word).collect(Collectors.joining(", ")))));
  }

  /// The state of that word.
  static StageState state(String word) {
    return StageState.of(word)
        .orElseThrow(
            () ->
                new Failure(
                    "invalid state \"%s\": expected one of %s"
                        .formatted(
                            word,
                            STATES.stream()
                                .map(StageState::word)
                                .collect(Collectors.joining(", ")))));
  }

  /// CE14.
  static Failure notInSpec(String packageName, String version, String nodeWright) {
    String shown = version.isEmpty() ? packageName : packageName + ":" + version;
    return new Failure(
        version.isEmpty()
            ? "package \"%s\" is not in nodewright \"%s\"; to drop a leftover entry use: reset %s --package %s"
                .formatted(packageName, nodeWright, nodeWright, shown)
            : "package \"%s\" version \"%s\" is not in nodewright \"%s\"; to drop a leftover entry use: reset %s --package %s"
                .formatted(packageName, version, nodeWright, nodeWright, shown));
  }

  /// All words of the stages.
  static List<String> stages() {
    return Arrays.stream(Stage.values()).map(Stage::word).sorted().toList();
  }
}
