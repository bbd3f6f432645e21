package io.nodewright.agent.process;

/// What came of starting a command.
public sealed interface Start {

  /// It runs.
  record Running(Child child) implements Start {}

  /// It does not.
  ///
  /// @param call the system call that refused, e.g. `posix_spawn`
  /// @param errorNumber why
  record Refused(String call, int errorNumber) implements Start {

    /// Whether the program itself could not be executed, as opposed to the way to it.
    public boolean ofProgram() {
      return call.equals(ChildLauncher.SPAWN);
    }
  }
}
