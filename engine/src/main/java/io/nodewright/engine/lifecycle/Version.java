package io.nodewright.engine.lifecycle;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A semantic version as 01 §0 takes it: a leading `v` is optional, `1` and `1.2` are short for
/// `1.0.0` and `1.2.0`, a pre-release is lower than its release, build metadata does not count
/// (LD12).
public final class Version implements Comparable<Version> {

  private final List<BigInteger> numbers;
  private final List<String> preRelease;

  private Version(List<BigInteger> numbers, List<String> preRelease) {
    this.numbers = numbers;
    this.preRelease = preRelease;
  }

  /// Reads a version; empty when the text is none.
  public static Optional<Version> parse(String text) {
    String rest = text.startsWith("v") ? text.substring(1) : text;
    int plus = rest.indexOf('+');
    String build = plus < 0 ? "" : rest.substring(plus + 1);
    if (plus >= 0 && !identifiers(build, false)) {
      return Optional.empty();
    }
    String core = plus < 0 ? rest : rest.substring(0, plus);
    int dash = core.indexOf('-');
    String pre = dash < 0 ? "" : core.substring(dash + 1);
    if (dash >= 0 && !identifiers(pre, true)) {
      return Optional.empty();
    }
    String[] parts = (dash < 0 ? core : core.substring(0, dash)).split("\\.", -1);
    boolean shortened = parts.length < 3;
    if (parts.length > 3 || (shortened && (dash >= 0 || plus >= 0))) {
      return Optional.empty();
    }
    if (!Arrays.stream(parts).allMatch(Version::number)) {
      return Optional.empty();
    }
    BigInteger[] numbers = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = new BigInteger(parts[i]);
    }
    return Optional.of(
        new Version(List.of(numbers), dash < 0 ? List.of() : List.of(pre.split("\\.", -1))));
  }

  /// Whether `left` is lower than `right`; false when either is no version (01 §6.4).
  public static boolean lower(String left, String right) {
    Optional<Version> a = parse(left);
    Optional<Version> b = parse(right);
    return a.isPresent() && b.isPresent() && a.get().compareTo(b.get()) < 0;
  }

  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < numbers.size(); i++) {
      int order = numbers.get(i).compareTo(other.numbers.get(i));
      if (order != 0) {
        return order;
      }
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    int common = Math.min(preRelease.size(), other.preRelease.size());
    for (int i = 0; i < common; i++) {
      int order = compareIdentifiers(preRelease.get(i), other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  /// Versions are equal when neither is lower; the texts may differ.
  @Override
  public boolean equals(Object other) {
    return other instanceof Version version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * numbers.hashCode() + preRelease.hashCode();
  }

  private static int compareIdentifiers(String left, String right) {
    boolean leftNumber = digits(left);
    boolean rightNumber = digits(right);
    if (leftNumber && rightNumber) {
      return new BigInteger(left).compareTo(new BigInteger(right));
    }
    if (leftNumber != rightNumber) {
      return leftNumber ? -1 : 1;
    }
    return left.compareTo(right);
  }

  private static boolean identifiers(String text, boolean noLeadingZeros) {
    for (String part : text.split("\\.", -1)) {
      boolean legal =
          !part.isEmpty()
              && part.chars()
                  .allMatch(
                      c ->
                          (c >= '0' && c <= '9')
                              || (c >= 'a' && c <= 'z')
                              || (c >= 'A' && c <= 'Z')
                              || c == '-');
      if (!legal || (noLeadingZeros && digits(part) && !number(part))) {
        return false;
      }
    }
    return true;
  }

  private static boolean number(String text) {
    return digits(text) && (text.equals("0") || !text.startsWith("0"));
  }

  private static boolean digits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
