package io.nodewright.sandbox.image;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Package images that other processes offer to a running sandbox: a file for each reference, which
/// names the package's folder. The store looks here for what it has not.
///
/// @param folder the folder with those files
public record ImageInbox(Path folder) {

  /// Offers the package in `source` under `reference`.
  public void offer(String reference, Path source) throws IOException {
    if (!Files.isDirectory(source)) {
      throw new IOException(source + ": is no folder");
    }
    Files.createDirectories(folder);
    Files.writeString(file(reference), source.toAbsolutePath().toString());
  }

  /// The folder of the package that is offered under `reference`.
  Optional<Path> find(String reference) throws IOException {
    Path file = file(reference);
    return Files.isRegularFile(file)
        ? Optional.of(Path.of(Files.readString(file).strip()))
        : Optional.empty();
  }

  private Path file(String reference) {
    return folder.resolve(URLEncoder.encode(reference, StandardCharsets.UTF_8));
  }
}
