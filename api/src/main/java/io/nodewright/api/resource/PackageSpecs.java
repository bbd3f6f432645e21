package io.nodewright.api.resource;

import io.nodewright.api.v1alpha1.InterruptDefinition;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.ResourceOverrides;
import io.nodewright.api.v1alpha1.UninstallSettings;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.EnvEntries;
import io.nodewright.api.value.Quantities;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Resources.Amount;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads `spec.packages` (01 §3).
final class PackageSpecs {

  private final SpecProblems problems;

  PackageSpecs(SpecProblems problems) {
    this.problems = problems;
  }

  /// The packages by name; one without a usable identity is left out, and is a problem.
  SortedMap<String, PackageSpec> read(Map<String, PackageDefinition> stored) {
    SortedMap<String, PackageSpec> packages = new TreeMap<>();
    new TreeMap<>(stored)
        .forEach(
            (name, definition) -> {
              String path = "spec.packages." + name;
              ref(path, name, definition)
                  .ifPresent(ref -> packages.put(name, read(path, ref, definition)));
            });
    return packages;
  }

  private Optional<PackageRef> ref(
      String path, String name, @Nullable PackageDefinition definition) {
    try {
      return Optional.of(
          new PackageRef(name, definition == null ? "" : Absent.text(definition.version())));
    } catch (IllegalArgumentException e) {
      problems.add(path, e.getMessage() + "; a package needs a name and a version");
      return Optional.empty();
    }
  }

  private PackageSpec read(String path, PackageRef ref, PackageDefinition stored) {
    UninstallSettings uninstall = stored.uninstall();
    return new PackageSpec(
        ref,
        Absent.text(stored.image()),
        Absent.text(stored.containerSHA()),
        Absent.text(stored.agentImageOverride()),
        ownInterrupt(path + ".interrupt", stored.interrupt()),
        new TreeMap<>(Absent.map(stored.dependsOn())),
        new TreeMap<>(Absent.map(stored.configMap())),
        configInterrupts(path + ".configInterrupts", Absent.map(stored.configInterrupts())),
        EnvEntries.read(Absent.list(stored.env())),
        resources(path + ".resources", stored.resources()),
        limit(path + ".gracefulShutdown", stored.gracefulShutdown()),
        limit(path + ".stageTimeout", stored.stageTimeout()),
        uninstall != null && Absent.flag(uninstall.enabled(), false),
        uninstall != null && Absent.flag(uninstall.apply(), false));
  }

  private Interrupt ownInterrupt(String path, @Nullable InterruptDefinition stored) {
    if (stored == null) {
      return new Interrupt.None();
    }
    return interrupt(path, stored).<Interrupt>map(found -> found).orElse(new Interrupt.None());
  }

  private SortedMap<String, Interrupt.Of> configInterrupts(
      String path, Map<String, InterruptDefinition> stored) {
    SortedMap<String, Interrupt.Of> interrupts = new TreeMap<>();
    stored.forEach(
        (key, definition) ->
            interrupt(path + "." + key, definition).ifPresent(found -> interrupts.put(key, found)));
    return interrupts;
  }

  private Optional<Interrupt.Of> interrupt(String path, @Nullable InterruptDefinition stored) {
    String word = stored == null ? "" : Absent.text(stored.type());
    for (Interrupt.Type type : Interrupt.Type.values()) {
      if (stored != null && type.word().equals(word)) {
        return Optional.of(new Interrupt.Of(type, Absent.list(stored.services())));
      }
    }
    problems.add(
        path + ".type",
        "\"" + word + "\" is no interrupt; use service, reboot, noop or restartAllServices");
    return Optional.empty();
  }

  private Limit limit(String path, @Nullable String text) {
    return problems.duration(path, text).<Limit>map(Limit.Given::new).orElse(new Limit.Inherited());
  }

  private Resources resources(String path, @Nullable ResourceOverrides stored) {
    if (stored == null) {
      return new Resources.Unset();
    }
    Optional<Amount> cpuRequest = amount(path + ".cpuRequest", stored.cpuRequest());
    Optional<Amount> cpuLimit = amount(path + ".cpuLimit", stored.cpuLimit());
    Optional<Amount> memoryRequest = amount(path + ".memoryRequest", stored.memoryRequest());
    Optional<Amount> memoryLimit = amount(path + ".memoryLimit", stored.memoryLimit());
    boolean none =
        cpuRequest.isEmpty()
            && cpuLimit.isEmpty()
            && memoryRequest.isEmpty()
            && memoryLimit.isEmpty();
    if (none) {
      return new Resources.Unset();
    }
    boolean all =
        cpuRequest.isPresent()
            && cpuLimit.isPresent()
            && memoryRequest.isPresent()
            && memoryLimit.isPresent();
    if (!all) {
      problems.add(
          path, "some of cpuRequest, cpuLimit, memoryRequest, memoryLimit are not set; set all");
      return new Resources.Unset();
    }
    return new Resources.Given(
        cpuRequest.get(), cpuLimit.get(), memoryRequest.get(), memoryLimit.get());
  }

  /// A quantity; zero counts as not set (01 §3).
  private Optional<Amount> amount(String path, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<Amount> read = Quantities.parse(text);
    if (read.isEmpty()) {
      problems.add(path, "\"" + text + "\" is not a quantity; use e.g. 500m or 128Mi");
    }
    return read.filter(amount -> amount.value().signum() != 0);
  }
}
