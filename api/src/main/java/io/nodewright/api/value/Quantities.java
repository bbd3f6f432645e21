package io.nodewright.api.value;

import io.nodewright.engine.lifecycle.Resources;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Kubernetes quantities, compared as numbers (01 §0). Read here and not by fabric8, whose numbers
/// are rounded: `1Ei` must equal the same amount written out, or a Job never matches its spec.
public final class Quantities {

  private static final Pattern QUANTITY =
      Pattern.compile(
          "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?[0-9]{1,3}))?");
  private static final String BINARY = "KMGTPE";
  private static final String SMALL = "mun";
  private static final String LARGE = "kMGTPE";
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

  private Quantities() {}

  /// Reads a quantity; the text is kept beside its number. Empty when the text is none.
  public static Optional<Resources.Amount> parse(String text) {
    Matcher quantity = QUANTITY.matcher(text);
    if (!quantity.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(quantity.group(1));
    return Optional.of(new Resources.Amount(text, scaled(number, quantity)));
  }

  private static BigDecimal scaled(BigDecimal number, Matcher quantity) {
    String binary = quantity.group(2);
    if (binary != null) {
      return number.multiply(KIBI.pow(BINARY.indexOf(binary.charAt(0)) + 1));
    }
    String decimal = quantity.group(3);
    if (decimal != null) {
      int small = SMALL.indexOf(decimal);
      int thousands = small >= 0 ? -small - 1 : LARGE.indexOf(decimal) + 1;
      return number.scaleByPowerOfTen(3 * thousands);
    }
    String exponent = quantity.group(4);
    return exponent == null ? number : number.scaleByPowerOfTen(Integer.parseInt(exponent));
  }
}
