package io.nodewright.packages;

import io.nodewright.agent.config.ConfigReader;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.report.AgentFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// A package as it lies in a folder, fit to run.
///
/// @param folder the one with its config.json
/// @param config what that says
public record PackageFolder(Path folder, PackageConfig config) {

  /// What of the folder is the package, and becomes part of an image (contract 06 §15).
  public static final List<String> PARTS =
      List.of("config.json", "skyhook_dir", "root_dir", "configmaps");

  /// The package's version.
  public String version() {
    return config.version();
  }

  /// Reads one.
  ///
  /// @param path the folder, or its config.json
  /// @throws IOException when it is no package that could run; the text says why
  public static PackageFolder read(Path path) throws IOException {
    Path config = Files.isDirectory(path) ? path.resolve("config.json") : path;
    Path folder = config.resolveSibling(".").normalize();
    try {
      return new PackageFolder(
          folder.toString().isEmpty() ? Path.of(".") : folder,
          ConfigReader.read(
                  Files.readAllBytes(config),
                  step ->
                      Files.exists(
                          folder.resolve("skyhook_dir").resolve(step), LinkOption.NOFOLLOW_LINKS))
              .config());
    } catch (NoSuchFileException e) {
      throw new IOException(
          config + ": not there; a new package: kubectl nodewright package init NAME", e);
    } catch (AgentFailure e) {
      throw new IOException(
          "%s: %s; all that is wrong: kubectl nodewright package validate %s"
              .formatted(path, e.getMessage(), path),
          e);
    }
  }
}
