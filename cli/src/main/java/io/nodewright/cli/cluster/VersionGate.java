package io.nodewright.cli.cluster;

import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Failure;

/// Refuses commands that an older operator would ignore (contract 07 §6).
public final class VersionGate {

  private VersionGate() {}

  /// Passes, warns (CW2) or refuses (CE5).
  ///
  /// @param command as the user has named it
  /// @param lowest operator that honours it
  /// @param stamped version that the operator has left on the NodeWright; empty for none
  /// @param operators asked only when nothing is stamped
  public static void check(
      String command, String lowest, String stamped, Operators operators, Console console) {
    String version = OperatorVersion.shown(stamped);
    if (version.isEmpty()) {
      version = deployed(operators, console);
    }
    console.detail("operator version: " + (version.isEmpty() ? "unknown" : version));
    if (version.isEmpty()) {
      console.warning(
          "operator version unknown; %s needs %s or later".formatted(command, lowest)); // CW2
    } else if (OperatorVersion.lower(version, lowest)) {
      throw new Failure(
          "\"%s\" needs operator %s or later, found %s".formatted(command, lowest, version)); // CE5
    }
  }

  /// A Deployment that is missing or cannot be read tells nothing.
  private static String deployed(Operators operators, Console console) {
    try {
      return operators.deployment().map(Deployed::version).orElse("");
    } catch (ApiFailure e) {
      console.detail(e.line());
      return "";
    }
  }
}
