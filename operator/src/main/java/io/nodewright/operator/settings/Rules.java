package io.nodewright.operator.settings;

import io.fabric8.kubernetes.api.model.Quantity;
import io.nodewright.api.value.Durations;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.operator.certificates.CertificateSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The parse rules of contract 08 §4, one method each.
final class Rules {

  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SERVICE_NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?");
  private static final Pattern IMAGE =
      Pattern.compile(
          "[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?(/[A-Za-z0-9][A-Za-z0-9._-]*)*"
              + "(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@[a-z0-9]+:[0-9a-f]{32,})?");
  private static final Pattern QUANTITY =
      Pattern.compile(
          "\\+?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(([KMGTPE]i)|[numkMGTPE]|([eE][+-]?[0-9]+))?");
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;

  /// The taint key names the annotation `autoTaint_<key>`, whose name part has 63 characters.
  private static final int LONGEST_TAINT_KEY = 53;

  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private Rules() {}

  static boolean bool(String text) throws BadValue {
    return switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default -> throw new BadValue("no boolean", "true or false");
    };
  }

  static LogLevel logLevel(String text) throws BadValue {
    return switch (text) {
      case "debug", "info", "warn", "error" -> LogLevel.valueOf(text.toUpperCase(Locale.ROOT));
      default -> throw new BadValue("no log level", "debug, info, warn or error");
    };
  }

  /// A duration of at least `least`, both written as in the contract.
  static Duration duration(String text, String least, String example) throws BadValue {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    Optional<Duration> read = signed ? Optional.empty() : Durations.parse(text);
    Duration value =
        read.orElseThrow(
            () -> new BadValue("no duration", "a duration without sign, e.g. " + example));
    Duration bound = Durations.parse(least).orElseThrow();
    if (value.compareTo(bound) < 0) {
      throw new BadValue("shorter than " + least, least + " or more, e.g. " + example);
    }
    return value;
  }

  static int count(String text) throws BadValue {
    if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new BadValue("no whole number", "0 or more, e.g. 3");
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException tooLarge) {
      throw new BadValue("too large", "at most " + Integer.MAX_VALUE);
    }
  }

  static String dnsLabel(String text) throws BadValue {
    if (!DNS_LABEL.matcher(text).matches() || text.length() > LONGEST_LABEL) {
      throw new BadValue(
          "no DNS label", "at most 63 of a-z, 0-9 and -, neither beginning nor ending with -");
    }
    return text;
  }

  static String serviceName(String text) throws BadValue {
    if (!SERVICE_NAME.matcher(text).matches() || text.length() > LONGEST_LABEL) {
      throw new BadValue(
          "no name of a Service", "at most 63 of a-z, 0-9 and -, beginning with a letter");
    }
    return text;
  }

  static String objectName(String text) throws BadValue {
    for (String part : text.split("\\.", -1)) {
      if (!DNS_LABEL.matcher(part).matches() || text.length() > LONGEST_NAME) {
        throw new BadValue("no object name", "DNS labels joined by dots, e.g. my-secret");
      }
    }
    return text;
  }

  static String objectNameOrNone(String text) throws BadValue {
    return text.isEmpty() ? text : objectName(text);
  }

  static String image(String text) throws BadValue {
    if (text.isEmpty()) {
      throw new BadValue("missing", "an image reference, e.g. example.com/agent:7.0.0");
    }
    if (!IMAGE.matcher(text).matches()) {
      throw new BadValue("no image reference", "e.g. example.com/agent:7.0.0");
    }
    return text;
  }

  /// A directory of the host; a slash at its end is dropped, since names are appended.
  static String hostDirectory(String text) throws BadValue {
    if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
      throw new BadValue("no absolute path", "a path that begins with /, e.g. /var/lib/skyhook");
    }
    String normal = Path.of(text).normalize().toString();
    if (normal.equals("/")) {
      throw new BadValue("the root of the host", "a directory below it, e.g. /var/lib/skyhook");
    }
    return normal;
  }

  static CertificateSource certificateSource(String text) throws BadValue {
    return switch (text) {
      case "operator" -> CertificateSource.OPERATOR;
      case "external" -> CertificateSource.EXTERNAL;
      default -> throw new BadValue("no source of certificates", "operator or external");
    };
  }

  static Listen listen(String text) throws BadValue {
    if (text.equals("0")) {
      return new Listen.Nowhere();
    }
    int colon = text.lastIndexOf(':');
    String digits = text.substring(colon + 1);
    if (colon < 0 || digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new BadValue("no [host]:port", "e.g. :8081, or 0 for no server");
    }
    int port = digits.length() > 5 ? 0 : Integer.parseInt(digits);
    if (port < 1 || port > 65535) {
      throw new BadValue("no port", "1 to 65535, e.g. :8081");
    }
    String host = text.substring(0, colon);
    if (host.chars().anyMatch(Character::isWhitespace)) {
      throw new BadValue("no [host]:port", "e.g. :8081, or 0 for no server");
    }
    return new Listen.At(host, port);
  }

  static String positiveQuantity(String text) throws BadValue {
    if (!QUANTITY.matcher(text).matches()) {
      throw new BadValue("no quantity", "e.g. 256Mi");
    }
    if (Quantity.getAmountInBytes(new Quantity(text)).compareTo(BigDecimal.ZERO) <= 0) {
      throw new BadValue("not positive", "more than 0, e.g. 256Mi");
    }
    return text;
  }

  static Taint taint(String text) throws BadValue {
    String form = "key[=value]:Effect, e.g. nodewright.nvidia.com=runtime-required:NoSchedule";
    int colon = text.lastIndexOf(':');
    if (colon < 0 || !EFFECTS.contains(text.substring(colon + 1))) {
      throw new BadValue(
          "without an effect", form + "; effects are NoSchedule, PreferNoSchedule, NoExecute");
    }
    String keyAndValue = text.substring(0, colon);
    int equal = keyAndValue.indexOf('=');
    String key = equal < 0 ? keyAndValue : keyAndValue.substring(0, equal);
    String value = equal < 0 ? "" : keyAndValue.substring(equal + 1);
    if (key.contains("/")) {
      throw new BadValue("a taint whose key has a slash", "a key without /, as " + form);
    }
    if (key.length() > LONGEST_TAINT_KEY) {
      throw new BadValue(
          "a taint whose key has %d characters".formatted(key.length()), "at most 53");
    }
    if (key.isEmpty() || !LABEL_VALUE.matcher(key).matches()) {
      throw new BadValue("a taint without a legal key", form);
    }
    if (!LABEL_VALUE.matcher(value).matches() || value.length() > LONGEST_LABEL) {
      throw new BadValue("a taint without a legal value", form);
    }
    return new Taint(key, value, text.substring(colon + 1));
  }
}
