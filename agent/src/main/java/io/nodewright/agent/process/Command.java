package io.nodewright.agent.process;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A program to start. Paths are those that the program itself sees, so with a changed root they
/// are host paths.
///
/// @param root the directory to change root into; `/` leaves root as it is
/// @param workingDirectory absolute
/// @param program absolute; also `argv[0]`
/// @param arguments without `argv[0]`
/// @param environment all of it; nothing is inherited
public record Command(
    String root,
    String workingDirectory,
    String program,
    List<String> arguments,
    Map<String, String> environment) {

  public Command {
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }
}
