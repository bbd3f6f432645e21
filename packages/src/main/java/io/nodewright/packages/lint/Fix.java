package io.nodewright.packages.lint;

import io.nodewright.agent.config.Finding;
import io.nodewright.agent.config.Mode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What to do about what the agent finds.
final class Fix {

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

  /// What a required field may look like.
  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          Map.entry("schema_version", "\"v1\""),
          Map.entry("package_name", "\"kernel-tune\""),
          Map.entry("package_version", "\"1.0.0\""),
          Map.entry("expected_config_files", "[]"),
          Map.entry("modes", "{\"apply\": […], \"apply-check\": […]}"),
          Map.entry("name", "\"write-file\""),
          Map.entry("path", "\"write_file.sh\""),
          Map.entry("arguments", "[]"),
          Map.entry("returncodes", "[0]"),
          Map.entry("on_host", "true"),
          Map.entry("idempotence", "true"),
          Map.entry("upgrade_step", "false"));

  private static final List<String> FIELDS =
      List.of(
          "schema_version",
          "package_name",
          "package_version",
          "expected_config_files",
          "modes",
          "root_dir",
          "name",
          "path",
          "arguments",
          "returncodes",
          "on_host",
          "idempotence",
          "upgrade_step",
          "env",
          "requires_interrupt");

  /// A part of what the agent says, and the fix; the first that fits counts.
  private record Advice(String part, String fix) {}

  private static final List<Advice> ADVICE =
      List.of(
          new Advice("not JSON", "correct that place; JSON has no comments and no last comma"),
          new Advice("schema_version is missing", "add \"schema_version\": \"v1\""),
          new Advice("schema_version: text", "write \"schema_version\": \"v1\""),
          new Advice("unknown schema version", "write \"schema_version\": \"v1\""),
          new Advice("single path component", "give a name without \"/\", such as kernel-tune"),
          new Advice("is not a version", "write three numbers without leading zeros, as in 1.0.0"),
          new Advice("does not match ^[", "use letters, digits, \"_\", \"-\" and \".\" only"),
          new Advice("at least one exit code", "write \"returncodes\": [0]"),
          new Advice("can never match", "write a code from 0 to 255"),
          new Advice("no mode has a step", "add steps, to \"apply\" and \"apply-check\" first"),
          new Advice(
              "only check modes", "add a step that does something, to \"apply\" for example"),
          new Advice(
              "upgrade_step is allowed",
              "write \"upgrade_step\": false, or move it to \"upgrade\""),
          new Advice(
              "takes no arguments",
              "write \"arguments\": []; the agent passes the old and the new version"),
          new Advice("are never run", "remove it; interrupts are declared in the resource"),
          new Advice(
              "leads out of skyhook_dir",
              "put the program below skyhook_dir and name it from there, as in \"apply.sh\""),
          new Advice(
              "step files not found",
              "make them below skyhook_dir, or correct \"path\" (upper and lower case count)"),
          new Advice(
              "cannot be looked up", "rename the file; use letters, digits, \"_\" and \"-\""),
          new Advice("is not a regular file", "put a program there"),
          new Advice("leads outside the package", "put a copy of the file in place of the link"),
          new Advice("\"#!\" line", "begin the file with #!/usr/bin/env bash"),
          new Advice("Windows line ends", "sed -i 's/\\r$//' FILE"),
          new Advice("is not executable", "chmod 755 FILE"),
          new Advice("stands twice", "remove one of the two"),
          new Advice("leads out of configmaps", "name a key of the configMap, without a path"),
          new Advice("cannot be a key", "rename the key, here and in the resource's configMap"),
          new Advice("holds a NUL", "remove the character \\u0000"),
          new Advice("name of a variable", "rename it: not empty, and without \"=\""),
          new Advice("object expected", "write an object: {…}"),
          new Advice("array expected", "write a list: […]"),
          new Advice("boolean expected", "write true or false, without quotes"),
          new Advice("integer expected", "write a whole number, without quotes"),
          new Advice("text expected", "write it in quotes"),
          new Advice(
              "cannot be read",
              "name the folder of a package; for a new one: kubectl nodewright package init NAME"));

  private Fix() {}

  /// The fix of that finding.
  static String of(Finding finding) {
    String text = finding.text();
    if (text.startsWith("required property")) {
      String field = quoted(text, 0);
      return "add \"%s\": %s".formatted(field, EXAMPLES.getOrDefault(field, "…"));
    }
    if (text.startsWith("unknown mode")) {
      return likely(quoted(text, 0), Arrays.stream(Mode.values()).map(Mode::word).toList())
          + "the modes are "
          + Mode.words();
    }
    if (text.startsWith("unknown field")) {
      String field = finding.pointer().substring(finding.pointer().lastIndexOf('/') + 1);
      return likely(field, FIELDS) + "otherwise remove it: nothing reads it";
    }
    if (text.contains("has steps but")) {
      return "add a step to \"%s\" that proves what \"%s\" has done"
          .formatted(quoted(text, 1), quoted(text, 0));
    }
    if (text.contains("has no check")) {
      return "rename its check to %s, so that people find it".formatted(quoted(text, 1));
    }
    return ADVICE.stream()
        .filter(each -> text.contains(each.part()))
        .map(Advice::fix)
        .findFirst()
        .orElse("compare with a new package: kubectl nodewright package init NAME");
  }

  private static String quoted(String text, int index) {
    Matcher matcher = QUOTED.matcher(text);
    for (int i = 0; i <= index; i++) {
      if (!matcher.find()) {
        return "";
      }
    }
    return matcher.group(1);
  }

  /// Says which of the words is meant, if one is close.
  private static String likely(String word, List<String> words) {
    String plain = plain(word);
    return words.stream()
        .filter(each -> distance(plain, plain(each)) <= 2)
        .findFirst()
        .map(each -> "did you mean \"" + each + "\"? ")
        .orElse("");
  }

  private static String plain(String word) {
    return word.toLowerCase(java.util.Locale.ROOT).replaceAll("[-_]", "");
  }

  /// How many letters have to be put in, taken out or changed.
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int change = corner + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
        corner = above;
      }
    }
    return row[other.length()];
  }
}
