package io.nodewright.agent.process;

/// How a child ended; the two are never mixed up (06 §6.2, §18).
public sealed interface Ending {

  /// By itself.
  record Exited(int code) implements Ending {}

  /// By a signal.
  record Killed(int signal) implements Ending {}

  /// Reads the status word of `waitpid`.
  static Ending of(int status) {
    int signal = status & 0x7f;
    return signal == 0 ? new Exited((status >> 8) & 0xff) : new Killed(signal);
  }
}
