package io.nodewright.packages.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The shells whose scripts are looked at.
enum Shell {
  BASH("bash"),
  SH("sh");

  private static final Pattern FIRST_LINE =
      Pattern.compile("#! *(?:\\S*/)?(?:env +(?:-S +)?)?(?:\\S*/)?(bash|sh|dash|ash)\\b.*");
  private static final Pattern WHERE = Pattern.compile(": (?:line )?(?<line>[0-9]+): (?<what>.+)");

  private final String program;

  Shell(String program) {
    this.program = program;
  }

  String program() {
    return program;
  }

  /// A place where a script does not parse.
  record Fault(String line, String text) {}

  /// The shell of a script, if it is one: by its first line, or by its name when it is there to be
  /// sourced.
  static Optional<Shell> of(String name, String text) {
    String first = text.lines().findFirst().orElse("");
    Matcher matcher = FIRST_LINE.matcher(first.stripTrailing());
    if (matcher.matches()) {
      return Optional.of(matcher.group(1).equals("bash") ? BASH : SH);
    }
    boolean sourced = !first.startsWith("#!") && (name.endsWith(".sh") || name.endsWith(".bash"));
    return sourced ? Optional.of(BASH) : Optional.empty();
  }

  /// The first place where the script does not parse; empty when it does.
  ///
  /// @throws IOException when this computer has no such shell
  Optional<Fault> parse(Path script) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(program, "-n", script.toString())).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C"); // its words are read
    builder.environment().keySet().removeAll(List.of("BASH_ENV", "ENV"));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() == 0) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    String line = said.lines().findFirst().orElse("does not parse");
    Matcher matcher = WHERE.matcher(line);
    return Optional.of(
        matcher.find()
            ? new Fault(matcher.group("line"), matcher.group("what"))
            : new Fault("", line));
  }
}
