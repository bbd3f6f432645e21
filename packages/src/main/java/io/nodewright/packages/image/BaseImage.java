package io.nodewright.packages.image;

import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.ImageSource;
import io.nodewright.oci.registry.Pull;
import io.nodewright.oci.registry.RegistryImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// What a package's image stands on. The operator's copy container runs `/bin/sh`, `mkdir` and `cp`
/// in it (contract 03 §8.2).
public sealed interface BaseImage {

  /// The word for a base of this computer's own programs.
  String THIS_COMPUTER = "this-computer";

  /// An image that is there.
  record Image(Path path) implements BaseImage {}

  /// An image that a registry has.
  record Stored(RegistryImage image, Pull pull) implements BaseImage {}

  /// `sh`, `mkdir`, `cp` and their libraries, as this computer has them.
  record ThisComputer() implements BaseImage {}

  /// How images are fetched.
  @FunctionalInterface
  interface Registries {
    /// What fetches `image`, with the user's credentials.
    Pull pull(RegistryImage image) throws IOException;
  }

  /// Reads `this-computer`, a path, or the name of an image with its registry. What is there is a
  /// path, whatever it looks like.
  static BaseImage parse(String text, Registries registries) throws IOException {
    if (text.equals(THIS_COMPUTER)) {
      return new ThisComputer();
    }
    Path path = Path.of(text);
    Optional<RegistryImage> name = RegistryImage.parse(text);
    return name.isEmpty() || Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        ? new Image(path)
        : new Stored(name.get(), registries.pull(name.get()));
  }

  /// The image as a layout.
  ///
  /// @param work an empty folder, for what has to be unpacked or made
  default ImageLayout layout(Path work) throws IOException {
    return switch (this) {
      case Image(var path) -> new ImageSource(path).layout(work);
      case Stored(_, var pull) -> pull.into(work, Architecture.here());
      case ThisComputer() -> OwnPrograms.layout(work);
    };
  }

  /// As an error names it.
  default String shown() {
    return switch (this) {
      case Image(var path) -> path.toString();
      case Stored(var image, _) -> image.toString();
      case ThisComputer() -> THIS_COMPUTER;
    };
  }
}
