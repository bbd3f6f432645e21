package io.nodewright.agent.record;

import io.nodewright.agent.config.PythonNotation;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// The two names under which a step's completion is recorded (06 §8.2). Both are made of the
/// configured arguments, before `env:` is resolved.
///
/// @param legacy the 6.x name; a `/` in its base64 part makes a sub-directory
/// @param fingerprint hex SHA-256 over path, arguments, return codes, env and on_host
/// @param fingerprintFile `<basename>-<fingerprint>.flag`
public record MarkerNames(String legacy, String fingerprint, String fingerprintFile) {

  private static final int MAX_COMPONENT = 255;

  /// The names of that step.
  public static MarkerNames of(Step step) {
    String configured =
        PythonNotation.texts(step.arguments()) + "_" + PythonNotation.numbers(step.returnCodes());
    String legacy = step.path() + "_" + Base64.getEncoder().encodeToString(utf8(configured));
    String fingerprint = HexFormat.of().formatHex(Sha256.of(utf8(json(step))));
    return new MarkerNames(legacy, fingerprint, step.baseName() + "-" + fingerprint + ".flag");
  }

  /// Whether the file system can hold the name; a longer one is not written at all (06 §8.2, A31).
  static boolean fits(String name) {
    return Arrays.stream(name.split("/", -1))
        .allMatch(component -> utf8(component).length <= MAX_COMPONENT);
  }

  private static String json(Step step) {
    List<String> arguments = new ArrayList<>();
    step.arguments().forEach(argument -> arguments.add(JsonText.quote(argument)));
    List<String> codes = new ArrayList<>();
    step.returnCodes().forEach(code -> codes.add(code.toString()));
    List<String> env = new ArrayList<>();
    step.env()
        .forEach((name, value) -> env.add(JsonText.quote(name) + ":" + JsonText.quote(value)));
    return "{\"path\":%s,\"arguments\":[%s],\"returnCodes\":[%s],\"env\":{%s},\"onHost\":%s}"
        .formatted(
            JsonText.quote(step.path()),
            String.join(",", arguments),
            String.join(",", codes),
            String.join(",", env),
            step.onHost());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
