package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.Format;
import io.nodewright.cli.console.UsageFailure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// What an author's command has around it.
///
/// @param console the streams
/// @param format the output form that is asked for
/// @param dryRun whether nothing is to be written
/// @param attended whether somebody sits there who can be asked
/// @param environment of the process
public record Desk(
    Console console,
    Supplier<Format> format,
    BooleanSupplier dryRun,
    BooleanSupplier attended,
    Map<String, String> environment) {

  public Desk {
    environment = Map.copyOf(environment);
  }

  /// Checks the number of arguments.
  ///
  /// @throws UsageFailure when it is another
  static List<String> exactly(List<String> arguments, int count) {
    if (arguments.size() != count) {
      throw new UsageFailure(
          "accepts %d argument(s), received %d".formatted(count, arguments.size()));
    }
    return arguments;
  }

  /// Prints a document in the form asked for.
  void document(JsonNode document) {
    Documents.print(console, format.get(), document);
  }

  /// One line about what went wrong with files.
  static Failure failure(IOException e) {
    String text = String.valueOf(e.getMessage());
    return switch (e) {
      case NoSuchFileException missing -> new Failure(missing.getFile() + ": not there");
      case FileSystemException file when file.getReason() == null ->
          new Failure(file.getFile() + ": " + e.getClass().getSimpleName());
      default -> new Failure(text.replace('\n', ' '));
    };
  }
}
