package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.UninstallSettings;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a writer is told though the write is accepted (01 §6.7), in the order of its table; W8 is
/// of the older kinds.
final class NodeWrightWarnings {

  private static final Pattern CONFIG_KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

  private final NodeWrightWrite write;
  private final List<Warning> found = new ArrayList<>();

  private NodeWrightWarnings(NodeWrightWrite write) {
    this.write = write;
  }

  static List<Warning> of(NodeWrightWrite write) {
    NodeWrightWarnings warnings = new NodeWrightWarnings(write);
    warnings.eachPackage(warnings::cancelled);
    warnings.eachPackage(warnings::uninstallFirst);
    warnings.eachPackage(warnings::heldUpgrade);
    warnings.eachPackage(warnings::configKeys);
    warnings.eachPackage(warnings::buildMetadata);
    warnings.missingPolicy();
    warnings.withoutRuntimeRequired();
    warnings.eachPackage(warnings::lateInterrupt);
    return warnings.found;
  }

  private interface Check {
    void of(String name, PackageDefinition now, @Nullable PackageDefinition before);
  }

  private void eachPackage(Check check) {
    write.packages().forEach((name, now) -> check.of(name, now, write.storedPackages().get(name)));
  }

  private void cancelled(String name, PackageDefinition now, @Nullable PackageDefinition before) {
    if (applied(before) && !applied(now)) {
      add("W1", name, "uninstall cancelled; nodes that are not through with it install it again");
    }
  }

  private void uninstallFirst(
      String name, PackageDefinition now, @Nullable PackageDefinition before) {
    if (applied(now) && !applied(before) && write.around().recorded().nodesWith(name).isEmpty()) {
      add("W2", name, "uninstall.apply is true before any install; it will never be installed");
    }
  }

  private void heldUpgrade(String name, PackageDefinition now, @Nullable PackageDefinition before) {
    if (before != null
        && apply(now)
        && Version.lower(Absent.text(before.version()), Absent.text(now.version()))) {
      add(
          "W3",
          name,
          "version changed while uninstall.apply is true; %s is not installed until it is false"
              .formatted(now.version()));
    }
  }

  private void configKeys(String name, PackageDefinition now, @Nullable PackageDefinition before) {
    for (String key : new TreeSet<>(Absent.map(now.configMap()).keySet())) {
      if (!CONFIG_KEY.matcher(key).matches() || key.equals(".") || key.equals("..")) {
        add("W4", name, "configMap key \"%s\" is not a valid ConfigMap key".formatted(key));
      }
    }
  }

  private void buildMetadata(
      String name, PackageDefinition now, @Nullable PackageDefinition before) {
    if (Absent.text(now.version()).contains("+")) {
      add(
          "W5",
          name,
          "version %s has build metadata, which no image tag can have".formatted(now.version()));
    }
  }

  private void missingPolicy() {
    String policy = Absent.text(write.spec().deploymentPolicy());
    if (!write.creates()
        && !policy.isEmpty()
        && policy.equals(write.specBefore().deploymentPolicy())
        && write.around().policies().apply(policy) == PolicyPresence.MISSING) {
      found.add(
          new Warning(
              "W6",
              "deploymentPolicy \"%s\" not found; nothing runs until it is there"
                  .formatted(policy)));
    }
  }

  private void withoutRuntimeRequired() {
    NodeWrightSpec spec = write.spec();
    if (!Absent.flag(spec.runtimeRequired(), false)) {
      if (Absent.flag(spec.autoTaintNewNodes(), false)) {
        found.add(
            new Warning("W7", "autoTaintNewNodes has no effect unless runtimeRequired is true"));
      }
      if (Absent.flag(spec.runtimeRequiredCordonAfter(), false)) {
        found.add(
            new Warning(
                "W7", "runtimeRequiredCordonAfter has no effect unless runtimeRequired is true"));
      }
    }
  }

  private void lateInterrupt(
      String name, PackageDefinition now, @Nullable PackageDefinition before) {
    if (before == null || before.interrupt() != null || now.interrupt() == null) {
      return;
    }
    String version = Absent.text(now.version());
    if (!version.isBlank()
        && !name.contains("|")
        && !write.around().recorded().nodesComplete(new PackageRef(name, version)).isEmpty()) {
      add(
          "W9",
          name,
          "the interrupt does not run on nodes where the package is complete; to run it there: package rerun --stage interrupt");
    }
  }

  private void add(String rule, String name, String what) {
    found.add(new Warning(rule, "package \"%s\": %s".formatted(name, what)));
  }

  /// Whether its uninstall is asked for, and can run.
  private static boolean applied(@Nullable PackageDefinition stored) {
    UninstallSettings uninstall = stored == null ? null : stored.uninstall();
    return uninstall != null
        && Absent.flag(uninstall.enabled(), false)
        && Absent.flag(uninstall.apply(), false);
  }

  private static boolean apply(PackageDefinition stored) {
    UninstallSettings uninstall = stored.uninstall();
    return uninstall != null && Absent.flag(uninstall.apply(), false);
  }
}
