package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.DrainConfig;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// No bound is negative (V3, V4, V18, V27). A text that is no duration is V26's.
final class DurationRules {

  private DurationRules() {}

  static List<Violation> drainTimeout(NodeWrightWrite write) {
    DrainConfig drain = write.spec().drainConfig();
    return drain != null && negative(drain.timeout())
        ? List.of(refusal("V3", "spec.drainConfig.timeout", "drainConfig.timeout"))
        : List.of();
  }

  static List<Violation> drainGrace(NodeWrightWrite write) {
    DrainConfig drain = write.spec().drainConfig();
    return drain != null && negative(drain.gracePeriod())
        ? List.of(refusal("V4", "spec.drainConfig.gracePeriod", "drainConfig.gracePeriod"))
        : List.of();
  }

  static List<Violation> stageTimeouts(NodeWrightWrite write) {
    return ofPackages(write, "V18", "stageTimeout", PackageDefinition::stageTimeout);
  }

  static List<Violation> graces(NodeWrightWrite write) {
    return ofPackages(write, "V27", "gracefulShutdown", PackageDefinition::gracefulShutdown);
  }

  private static List<Violation> ofPackages(
      NodeWrightWrite write,
      String rule,
      String field,
      Function<PackageDefinition, @Nullable String> text) {
    return write.packages().entrySet().stream()
        .filter(each -> negative(text.apply(each.getValue())))
        .map(each -> refusal(rule, "spec.packages." + each.getKey() + "." + field, field))
        .toList();
  }

  private static boolean negative(@Nullable String text) {
    return text != null && Durations.parse(text).filter(Duration::isNegative).isPresent();
  }

  private static Violation refusal(String rule, String path, String field) {
    return new Violation(rule, path, field + " must be greater than or equal to 0");
  }
}
