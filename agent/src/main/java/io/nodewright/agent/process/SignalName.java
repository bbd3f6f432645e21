package io.nodewright.agent.process;

import java.util.List;

/// Names of signals.
public final class SignalName {

  /// The number of SIGTERM.
  public static final int SIGTERM = 15;

  private static final List<String> NAMES =
      List.of(
          "SIGHUP",
          "SIGINT",
          "SIGQUIT",
          "SIGILL",
          "SIGTRAP",
          "SIGABRT",
          "SIGBUS",
          "SIGFPE",
          "SIGKILL",
          "SIGUSR1",
          "SIGSEGV",
          "SIGUSR2",
          "SIGPIPE",
          "SIGALRM",
          "SIGTERM",
          "SIGSTKFLT",
          "SIGCHLD",
          "SIGCONT",
          "SIGSTOP",
          "SIGTSTP",
          "SIGTTIN",
          "SIGTTOU",
          "SIGURG",
          "SIGXCPU",
          "SIGXFSZ",
          "SIGVTALRM",
          "SIGPROF",
          "SIGWINCH",
          "SIGIO",
          "SIGPWR",
          "SIGSYS");

  private SignalName() {}

  /// `SIGTERM` for 15; real-time signals by number.
  public static String of(int signal) {
    return signal >= 1 && signal <= NAMES.size() ? NAMES.get(signal - 1) : "signal " + signal;
  }
}
