package io.nodewright.e2e.machine;

/// Who has which address. This computer is `PREFIX.0.1` on the bridge, node I is `PREFIX.0.(10+I)`,
/// its Pods have `PREFIX.I.0/24`, Services `PREFIX.255.0/24`.
public final class Addresses {
  /// The first two parts of all addresses; none of them leaves this computer.
  public static final String PREFIX = "10.233";

  /// This computer, as nodes and Pods see it.
  public static final String HERE = PREFIX + ".0.1";

  /// All of it.
  public static final String ALL = PREFIX + ".0.0/16";

  /// Services.
  public static final String SERVICES = PREFIX + ".255.0/24";

  private Addresses() {}

  /// Node `number`, from 1 on.
  public static String node(int number) {
    return PREFIX + ".0." + (10 + number);
  }

  /// The Pods of node `number`.
  public static String pods(int number) {
    return PREFIX + "." + number + ".0/24";
  }
}
