package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.ResourceOverrides;
import io.nodewright.api.value.Quantities;
import io.nodewright.engine.lifecycle.Resources.Amount;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Resources are overridden as a whole (V14), no limit is below its request (V15), and none is
/// negative (V16). Zero counts as not set; a text that is no quantity is V26's.
final class ResourceRules {

  private ResourceRules() {}

  static List<Violation> allOrNone(NodeWrightWrite write) {
    return ofPackages(
        write,
        (path, given) -> {
          long set =
              Stream.of(
                      given.cpuRequest(),
                      given.cpuLimit(),
                      given.memoryRequest(),
                      given.memoryLimit())
                  .filter(ResourceRules::set)
                  .count();
          return set == 0 || set == 4
              ? List.of()
              : List.of(
                  new Violation(
                      "V14",
                      path,
                      "if any resource override is set, all of cpuRequest, cpuLimit, memoryRequest, memoryLimit must be set"));
        });
  }

  static List<Violation> limitsHoldRequests(NodeWrightWrite write) {
    return ofPackages(
        write,
        (path, given) -> {
          List<Violation> found = new ArrayList<>();
          below(path, "cpu", given.cpuLimit(), given.cpuRequest(), found);
          below(path, "memory", given.memoryLimit(), given.memoryRequest(), found);
          return found;
        });
  }

  static List<Violation> positive(NodeWrightWrite write) {
    return ofPackages(
        write,
        (path, given) ->
            Stream.of(
                        given.cpuRequest(),
                        given.cpuLimit(),
                        given.memoryRequest(),
                        given.memoryLimit())
                    .anyMatch(text -> number(text).signum() < 0)
                ? List.of(new Violation("V16", path, "all resource values must be positive"))
                : List.of());
  }

  private static void below(
      String path,
      String what,
      @Nullable String limit,
      @Nullable String request,
      List<Violation> found) {
    if (set(limit) && set(request) && number(limit).compareTo(number(request)) < 0) {
      found.add(
          new Violation(
              "V15",
              path + "." + what + "Limit",
              "%sLimit (%s) must be >= %sRequest (%s)".formatted(what, limit, what, request)));
    }
  }

  private static boolean set(@Nullable String text) {
    return number(text).signum() != 0;
  }

  /// Zero when it is absent or none.
  private static BigDecimal number(@Nullable String text) {
    return Optional.ofNullable(text)
        .flatMap(Quantities::parse)
        .map(Amount::value)
        .orElse(BigDecimal.ZERO);
  }

  private static List<Violation> ofPackages(NodeWrightWrite write, Check check) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              ResourceOverrides given = each.resources();
              if (given != null) {
                found.addAll(check.of("spec.packages." + name + ".resources", given));
              }
            });
    return found;
  }

  private interface Check {
    List<Violation> of(String path, ResourceOverrides given);
  }
}
