package io.nodewright.agent.interrupt;

import io.nodewright.agent.report.Detail;
import java.util.ArrayList;
import java.util.List;

/// One command that an interrupt runs on the host.
///
/// @param program a bare name, looked up on the host
/// @param about what a failure names beside the command, e.g. the unit
public record HostCommand(String program, List<String> arguments, List<Detail> about) {

  public HostCommand {
    arguments = List.copyOf(arguments);
    about = List.copyOf(about);
  }

  static HostCommand of(String program, String... arguments) {
    return new HostCommand(program, List.of(arguments), List.of());
  }

  /// Restarts one unit of the service manager. A failure names it: the operator's verdict is made
  /// of that.
  static HostCommand restartOf(String unit) {
    return new HostCommand("systemctl", List.of("restart", unit), List.of(Detail.of("unit", unit)));
  }

  /// As a person would type it.
  public String line() {
    List<String> words = new ArrayList<>();
    words.add(program);
    words.addAll(arguments);
    return String.join(" ", words);
  }
}
