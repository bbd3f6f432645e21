package io.nodewright.engine;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.Collection;
import java.util.Map;

/// Tells whether a node-metadata ConfigMap speaks of the packages and the agent of now, without
/// reading its content back (03 §10.2).
final class PackagesFingerprint {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private long hash = FNV_OFFSET;

  private PackagesFingerprint() {}

  /// The fingerprint: 16 hexadecimal digits.
  static String of(Collection<PackageSpec> packages, String agentImage) {
    PackagesFingerprint print = new PackagesFingerprint();
    print.add(agentImage);
    for (PackageSpec spec : packages) {
      print.add(spec.ref().key());
      print.add(spec.image());
      print.add(spec.agentImageOverride());
      switch (spec.interrupt()) {
        case Interrupt.None _ -> print.add("");
        case Interrupt.Of interrupt -> print.add(interrupt);
      }
      for (Map.Entry<String, Interrupt.Of> entry : spec.configInterrupts().entrySet()) {
        print.add(entry.getKey());
        print.add(entry.getValue());
      }
    }
    String digits = Long.toHexString(print.hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  private void add(Interrupt.Of interrupt) {
    add(interrupt.type().word());
    interrupt.services().forEach(this::add);
  }

  private void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      add(text.charAt(i));
    }
    add('\n');
  }

  private void add(char each) {
    hash = (hash ^ each) * FNV_PRIME;
  }
}
