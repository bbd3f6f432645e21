package io.nodewright.api.admission;

import java.util.List;
import java.util.stream.Collectors;

/// The answer to a write.
///
/// @param subject what every refusal of such a write begins with; may be empty
/// @param violations what speaks against it, in the order of the contract's tables; empty when
///   nothing does
/// @param warnings what the writer is told in any case
public record Review(String subject, List<Violation> violations, List<Warning> warnings) {

  /// A write that nobody has anything to say about.
  public static final Review ACCEPTED = new Review("", List.of(), List.of());

  /// Copies the lists.
  public Review {
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  /// Whether the write is refused.
  public boolean refused() {
    return !violations.isEmpty();
  }

  /// The whole refusal: the first violation, which is the contract's answer, then all others; each
  /// with the path of its field. Empty when nothing is refused.
  public String refusal() {
    if (!refused()) {
      return "";
    }
    // The texts of 01 §6.4 begin with the package; those of all other rules with the object.
    String first = violations.getFirst().message();
    return (first.startsWith("package \"") ? "" : subject)
        + violations.stream()
            .map(each -> "%s (%s)".formatted(each.message(), each.path()))
            .collect(Collectors.joining("; also "));
  }
}
