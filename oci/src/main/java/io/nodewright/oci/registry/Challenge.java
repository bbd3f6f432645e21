package io.nodewright.oci.registry;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a registry wants to be shown credentials: its `WWW-Authenticate` header.
///
/// @param scheme `basic` or `bearer`
/// @param parameters such as `realm`, `service` and `scope`
record Challenge(String scheme, Map<String, String> parameters) {
  private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_]+)=\"([^\"]*)\"");

  Challenge {
    parameters = new TreeMap<>(parameters);
  }

  static Challenge parse(String header) {
    int blank = header.indexOf(' ');
    String scheme = blank < 0 ? header : header.substring(0, blank);
    Map<String, String> parameters = new TreeMap<>();
    Matcher matcher = PARAMETER.matcher(header);
    while (matcher.find()) {
      parameters.put(matcher.group(1), matcher.group(2));
    }
    return new Challenge(scheme.toLowerCase(Locale.ROOT), parameters);
  }
}
