package io.nodewright.cli.command;

import io.nodewright.cli.authoring.BuildCommand;
import io.nodewright.cli.authoring.Desk;
import io.nodewright.cli.authoring.DiffCommand;
import io.nodewright.cli.authoring.InitCommand;
import io.nodewright.cli.authoring.PushCommand;
import io.nodewright.cli.authoring.TryCommand;
import io.nodewright.cli.authoring.ValidateCommand;
import java.io.Console;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/// The commands of `package` that are for people who write packages.
final class Authoring {

  private Authoring() {}

  /// Each under its name, made when it is called for.
  static Map<String, Supplier<Object>> commands(Session session) {
    Desk desk =
        new Desk(
            session.console(),
            session::format,
            session::dryRun,
            Authoring::attended,
            session.environment());
    SequencedMap<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("init", () -> new InitCommand(desk));
    all.put("validate", () -> new ValidateCommand(desk));
    all.put("run", () -> new TryCommand(desk));
    all.put("build", () -> new BuildCommand(desk));
    all.put("push", () -> new PushCommand(desk));
    all.put("diff", () -> new DiffCommand(desk));
    return all;
  }

  private static boolean attended() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
