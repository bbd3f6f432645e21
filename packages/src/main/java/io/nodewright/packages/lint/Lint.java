package io.nodewright.packages.lint;

import io.nodewright.agent.config.ConfigReader;
import io.nodewright.agent.config.Examined;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.validate.PackageValidation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Looks a package over as it lies in a folder.
public final class Lint {

  private Lint() {}

  /// Everything that is wrong, errors first, then in the order of the files.
  ///
  /// @param path the package's folder, or its config.json
  /// @throws IOException when a file of it cannot be read
  public static List<Issue> of(Path path) throws IOException {
    Path folder = Files.isDirectory(path) ? path : path.resolveSibling(".").normalize();
    List<Issue> issues = new ArrayList<>(ManifestIssues.of(PackageValidation.of(path)));
    Path config = Files.isDirectory(path) ? path.resolve("config.json") : path;
    if (Files.isRegularFile(config)) {
      PackageFiles files = PackageFiles.of(folder);
      issues.addAll(ShellIssues.of(files, issues));
      if (issues.stream().noneMatch(ManifestIssues::refuses)) {
        switch (ConfigReader.examine(Files.readAllBytes(config), _ -> true)) {
          case Examined.Refused _ -> {} // told already
          case Examined.Fit fit -> issues.addAll(beyondTheRules(fit.config(), files));
        }
      }
    }
    issues.sort(Comparator.comparing(Issue::level)); // stable
    return List.copyOf(issues);
  }

  private static List<Issue> beyondTheRules(PackageConfig config, PackageFiles files)
      throws IOException {
    List<Issue> issues = new ArrayList<>();
    issues.addAll(LayoutIssues.of(config, files));
    issues.addAll(CheckIssues.of(config, files));
    issues.addAll(UnusedFiles.of(config, files));
    return issues;
  }
}
