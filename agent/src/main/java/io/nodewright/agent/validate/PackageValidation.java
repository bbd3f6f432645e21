package io.nodewright.agent.validate;

import io.nodewright.agent.config.ConfigReader;
import io.nodewright.agent.config.Examined;
import io.nodewright.agent.config.Finding;
import io.nodewright.agent.config.LocalPath;
import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.host.BoundedRead;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.json.JsonPointer;
import io.nodewright.agent.report.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Looks a package over, as it lies in a directory, before it becomes an image.
public final class PackageValidation {

  private static final Pattern CONFIG_MAP_KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

  private final Path directory;
  private final List<Finding> findings = new ArrayList<>();

  private PackageValidation(Path directory) {
    this.directory = directory;
  }

  /// Everything that is to be said about a package: what a run would refuse or warn of, and what it
  /// would only meet on the host.
  ///
  /// @param path the config.json, or the directory that holds it
  public static List<Finding> of(Path path) {
    Path config = Files.isDirectory(path) ? path.resolve("config.json") : path;
    PackageValidation validation = new PackageValidation(config.resolveSibling("."));
    validation.look(config);
    return List.copyOf(validation.findings);
  }

  private void look(Path config) {
    byte[] text;
    try {
      text = BoundedRead.of(config.toRealPath());
    } catch (IOException e) {
      error("", "\"" + config + "\" cannot be read: " + Causes.of(e));
      return;
    }
    Examined examined =
        ConfigReader.examine(
            text,
            step ->
                Files.exists(
                    HostRoot.child(directory, "skyhook_dir/" + step), LinkOption.NOFOLLOW_LINKS));
    for (String pointer : examined.doubledKeys()) {
      findings.add(ConfigReader.doubled(Finding.Level.ERROR, pointer));
    }
    findings.addAll(examined.findings());
    switch (examined) {
      case Examined.Refused _ -> {}
      case Examined.Fit fit -> {
        stepFiles(fit.config());
        expectedFiles(fit.config().expectedConfigFiles());
      }
    }
  }

  /// Each file once, at the first step that names it.
  private void stepFiles(PackageConfig config) {
    StepFileCheck check = new StepFileCheck(directory, findings);
    Set<String> seen = new HashSet<>();
    for (Mode mode : config.modes().keySet()) {
      List<Step> steps = config.steps(mode);
      for (int i = 0; i < steps.size(); i++) {
        String path = steps.get(i).path();
        if (seen.add(path)) {
          String step = JsonPointer.item(JsonPointer.field("/modes", mode.word()), i);
          check.look(path, JsonPointer.field(step, "path"));
        }
      }
    }
  }

  private void expectedFiles(List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      String at = JsonPointer.item("/expected_config_files", i);
      if (!LocalPath.isLocal(name)) {
        error(at, "expected config file \"" + name + "\" leads out of configmaps");
      } else if (!CONFIG_MAP_KEY.matcher(name).matches()
          || name.equals(".")
          || name.startsWith("..")) {
        findings.add(
            new Finding(
                Finding.Level.WARN,
                at,
                ("\"%s\" cannot be a key of a configMap (letters, digits, \"-\", \"_\" and \".\";"
                        + " neither \".\" nor a beginning of \"..\")")
                    .formatted(name)));
      }
    }
  }

  private void error(String pointer, String text) {
    findings.add(new Finding(Finding.Level.ERROR, pointer, text));
  }
}
