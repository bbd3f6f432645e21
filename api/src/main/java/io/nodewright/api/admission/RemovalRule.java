package io.nodewright.api.admission;

import io.nodewright.engine.lifecycle.PackageSpec;
import java.util.ArrayList;
import java.util.List;

/// A package that can be uninstalled leaves the spec only once it is gone everywhere (V23): dropped
/// earlier, nothing would say any more how to take it off the hosts.
final class RemovalRule implements NodeWrightRule {

  @Override
  public List<Violation> violations(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    for (PackageSpec old : write.packagesBefore().values()) {
      List<String> nodes = write.around().recorded().nodesWith(old.ref());
      if (old.uninstallEnabled()
          && !write.packagesAfter().containsKey(old.name())
          && !nodes.isEmpty()) {
        found.add(
            new Violation(
                "V23",
                "spec.packages." + old.name(),
                "package \"%s\": set uninstall.apply=true and wait for completion before removing from spec; still recorded on %s"
                    .formatted(old.name(), SomeNodes.of(nodes))));
      }
    }
    return found;
  }
}
