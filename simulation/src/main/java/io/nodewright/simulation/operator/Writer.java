package io.nodewright.simulation.operator;

import java.util.Optional;

/// Names under which operators write: of the process, and of the NodeWright that it writes for.
public final class Writer {

  private static final String OPERATOR = "operator-";

  private Writer() {}

  static String instance(int number) {
    return OPERATOR + number;
  }

  static String name(String instance, String nodeWright) {
    return instance + "/" + nodeWright;
  }

  /// Whether an operator wrote.
  public static boolean isOperator(String who) {
    return who.startsWith(OPERATOR);
  }

  /// The process of the operator that wrote.
  public static String process(String who) {
    int slash = who.indexOf('/');
    return slash < 0 ? who : who.substring(0, slash);
  }

  /// The NodeWright that an operator wrote for; empty when it was nobody of ours.
  public static Optional<String> nodeWright(String who) {
    int slash = who.indexOf('/');
    return isOperator(who) && slash > 0 ? Optional.of(who.substring(slash + 1)) : Optional.empty();
  }
}
