package io.nodewright.packages.image;

import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.ImageSource;
import java.io.IOException;
import java.nio.file.Path;

/// What a package's image stands on. The operator's copy container runs `/bin/sh`, `mkdir` and `cp`
/// in it (contract 03 §8.2).
public sealed interface BaseImage {

  /// The word for a base of this computer's own programs.
  String THIS_COMPUTER = "this-computer";

  /// An image that is there.
  record Image(Path path) implements BaseImage {}

  /// `sh`, `mkdir`, `cp` and their libraries, as this computer has them.
  record ThisComputer() implements BaseImage {}

  /// Reads a path, or `this-computer`.
  static BaseImage parse(String text) {
    return text.equals(THIS_COMPUTER) ? new ThisComputer() : new Image(Path.of(text));
  }

  /// The image as a layout.
  ///
  /// @param work an empty folder, for what has to be unpacked or made
  default ImageLayout layout(Path work) throws IOException {
    return switch (this) {
      case Image(var path) -> new ImageSource(path).layout(work);
      case ThisComputer() -> OwnPrograms.layout(work);
    };
  }

  /// As an error names it.
  default String shown() {
    return switch (this) {
      case Image(var path) -> path.toString();
      case ThisComputer() -> THIS_COMPUTER;
    };
  }
}
