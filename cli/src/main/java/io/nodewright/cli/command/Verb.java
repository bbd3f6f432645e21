package io.nodewright.cli.command;

import io.nodewright.api.Keys;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.List;

/// The four lifecycle verbs (contract 07 §10.2).
enum Verb {
  PAUSE("pause", Keys.PAUSE, true, "paused"),
  RESUME("resume", Keys.PAUSE, false, "resumed"),
  DISABLE("disable", Keys.DISABLE, true, "disabled"),
  ENABLE("enable", Keys.DISABLE, false, "enabled");

  private final String word;
  private final String key;
  private final boolean sets;
  private final String done;

  Verb(String word, String key, boolean sets, String done) {
    this.word = word;
    this.key = key;
    this.sets = sets;
    this.done = done;
  }

  String word() {
    return word;
  }

  /// The annotation.
  String key() {
    return key;
  }

  /// Whether the annotation is set, or removed.
  boolean sets() {
    return sets;
  }

  /// The past tense.
  String done() {
    return done;
  }

  /// What the user will see.
  List<String> effects() {
    return switch (this) {
      case PAUSE ->
          List.of(
              "running stages are stopped and re-run after resume",
              "NodeWrights ordered after it wait on the same nodes");
      case RESUME -> List.of("suspended stages run again; drains and interrupts may start");
      case DISABLE ->
          List.of("no new stages start; running stages finish; later NodeWrights proceed");
      case ENABLE -> List.of("stages start again; drains and interrupts may start");
    };
  }

  /// Whether the NodeWright is as this verb would have it.
  boolean holds(NodeWrightView nodeWright) {
    return switch (this) {
      case PAUSE -> nodeWright.paused();
      case RESUME -> !nodeWright.paused();
      case DISABLE -> nodeWright.disabled();
      case ENABLE -> !nodeWright.disabled();
    };
  }

  /// What is said when it is so already.
  String already() {
    return switch (this) {
      case PAUSE -> "is already paused";
      case RESUME -> "is not paused";
      case DISABLE -> "is already disabled";
      case ENABLE -> "is not disabled";
    };
  }

  /// The hold that stays when this one goes; empty for none (CN2).
  String stillHeld(NodeWrightView nodeWright) {
    return switch (this) {
      case RESUME -> nodeWright.disabled() ? "disabled" : "";
      case ENABLE -> nodeWright.paused() ? "paused" : "";
      case PAUSE, DISABLE -> "";
    };
  }
}
