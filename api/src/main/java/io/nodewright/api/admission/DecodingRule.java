package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.DrainConfig;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.ResourceOverrides;
import io.nodewright.api.value.Durations;
import io.nodewright.api.value.Quantities;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Durations and quantities can be read (V26). The schema knows them as texts.
final class DecodingRule implements NodeWrightRule {

  @Override
  public List<Violation> violations(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    DrainConfig drain = write.spec().drainConfig();
    if (drain != null) {
      duration("spec.drainConfig.timeout", drain.timeout(), found);
      duration("spec.drainConfig.gracePeriod", drain.gracePeriod(), found);
    }
    write.packages().forEach((name, each) -> ofPackage("spec.packages." + name, each, found));
    return found;
  }

  private static void ofPackage(String path, PackageDefinition stored, List<Violation> found) {
    ResourceOverrides resources = stored.resources();
    if (resources != null) {
      quantity(path + ".resources.cpuRequest", resources.cpuRequest(), found);
      quantity(path + ".resources.cpuLimit", resources.cpuLimit(), found);
      quantity(path + ".resources.memoryRequest", resources.memoryRequest(), found);
      quantity(path + ".resources.memoryLimit", resources.memoryLimit(), found);
    }
    duration(path + ".gracefulShutdown", stored.gracefulShutdown(), found);
    duration(path + ".stageTimeout", stored.stageTimeout(), found);
  }

  private static void duration(String path, @Nullable String text, List<Violation> found) {
    if (text != null && Durations.parse(text).isEmpty()) {
      found.add(refusal(path, text, "is not a duration; use e.g. 90s, 10m or 1h30m"));
    }
  }

  private static void quantity(String path, @Nullable String text, List<Violation> found) {
    if (text != null && Quantities.parse(text).isEmpty()) {
      found.add(refusal(path, text, "is not a quantity; use e.g. 500m or 128Mi"));
    }
  }

  private static Violation refusal(String path, String text, String why) {
    return new Violation("V26", path, "%s: \"%s\" %s".formatted(path, text, why));
  }
}
