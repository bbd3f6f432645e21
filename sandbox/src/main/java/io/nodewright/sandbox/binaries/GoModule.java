package io.nodewright.sandbox.binaries;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a `go.mod` that requires one module, with upstream's folders replaced by the modules
/// that are published from them.
///
/// Kubernetes and etcd replace some requirements by folders of their own tree. Only a main module's
/// replacements count, so each is replaced here by its published form at the same version.
final class GoModule {
  private static final Pattern LANGUAGE = Pattern.compile("^(go|godebug) \\S+$");
  private static final Pattern REQUIRED =
      Pattern.compile("^(?:require\\s+|\\s+)(\\S+) v[0-9]\\S*(?:\\s*//.*)?$");
  private static final Pattern IN_TREE =
      Pattern.compile("^(?:replace\\s+|\\s+)(\\S+)\\s+=>\\s+\\.\\.?/\\S*$");

  private GoModule() {}

  /// Our `go.mod` for `program`, from the text of its module's own.
  static String requiring(KubeProgram program, String upstream) {
    List<String> lines = upstream.lines().toList();
    StringBuilder text = new StringBuilder("module nodewright.local/tools\n\n");
    lines.stream()
        .filter(line -> LANGUAGE.matcher(line).matches())
        .forEach(line -> text.append(line).append('\n'));
    text.append("\nrequire %s %s%n%n".formatted(program.module(), program.version()));
    Set<String> required = matches(REQUIRED, lines);
    required.retainAll(matches(IN_TREE, lines));
    for (String module : required) {
      text.append("replace %s => %s %s%n".formatted(module, module, program.stagedVersion()));
    }
    return text.toString();
  }

  private static Set<String> matches(Pattern pattern, List<String> lines) {
    Set<String> modules = new LinkedHashSet<>();
    for (String line : lines) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.matches()) {
        modules.add(matcher.group(1));
      }
    }
    return modules;
  }
}
