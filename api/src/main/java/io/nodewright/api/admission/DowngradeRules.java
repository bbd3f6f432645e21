package io.nodewright.api.admission;

import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Version;
import java.util.ArrayList;
import java.util.List;

/// A package that can be uninstalled goes to a lower version only after an uninstall was asked for
/// (V24) and has ended everywhere (V25). The stored `uninstall` counts: changing it in the same
/// write does not help.
final class DowngradeRules implements NodeWrightRule {

  @Override
  public List<Violation> violations(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    for (PackageSpec old : write.packagesBefore().values()) {
      PackageSpec now = write.packagesAfter().get(old.name());
      if (now == null
          || !old.uninstallEnabled()
          || !Version.lower(now.ref().version(), old.ref().version())) {
        continue;
      }
      List<String> nodes = write.around().recorded().nodesWith(old.ref());
      if (!old.uninstallApply()) {
        found.add(refusal("V24", old, now, "set uninstall.apply=true first"));
      } else if (!nodes.isEmpty()) {
        found.add(
            refusal(
                "V25",
                old,
                now,
                "uninstall has not yet completed on all nodes; still recorded on "
                    + SomeNodes.of(nodes)));
      }
    }
    return found;
  }

  private static Violation refusal(String rule, PackageSpec old, PackageSpec now, String why) {
    return new Violation(
        rule,
        "spec.packages." + old.name() + ".version",
        "package \"%s\": downgrade not allowed from %s to %s: %s"
            .formatted(old.name(), old.ref().version(), now.ref().version(), why));
  }
}
