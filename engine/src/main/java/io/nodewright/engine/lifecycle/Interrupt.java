package io.nodewright.engine.lifecycle;

import java.util.List;

/// What has to happen on a host for a change to take effect (01 §3).
public sealed interface Interrupt {

  /// The package declares none.
  record None() implements Interrupt {}

  /// The package declares one; also `noop`, which cordons and drains like the others.
  ///
  /// @param type its kind
  /// @param services systemd units in spec order; meaningful for [Type#SERVICE] alone
  record Of(Type type, List<String> services) implements Interrupt {
    /// Copies the services.
    public Of {
      services = List.copyOf(services);
    }
  }

  /// The kinds, weakest first, as they rank when several merge (LM4).
  enum Type {
    NOOP("noop", "no_op"),
    SERVICE("service", "service_restart"),
    RESTART_ALL_SERVICES("restartAllServices", "restart_all_services"),
    REBOOT("reboot", "node_restart");

    private final String word;
    private final String agentWord;

    Type(String word, String agentWord) {
      this.word = word;
      this.agentWord = agentWord;
    }

    /// The spelling of the spec.
    public String word() {
      return word;
    }

    /// The spelling of the agent (03 §9).
    public String agentWord() {
      return agentWord;
    }
  }
}
