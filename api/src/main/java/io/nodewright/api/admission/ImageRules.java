package io.nodewright.api.admission;

import io.nodewright.api.value.Absent;
import java.util.ArrayList;
import java.util.List;

/// An image is a bare repository: its digest stands in `containerSHA` (V11), its tag is the version
/// (V12).
final class ImageRules {

  private ImageRules() {}

  static List<Violation> noDigest(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              String image = Absent.text(each.image());
              if (image.contains("@")) {
                found.add(
                    new Violation(
                        "V11",
                        path(name),
                        "image \"%s\" of package %s contains an inline digest; put it into containerSHA"
                            .formatted(image, name)));
              }
            });
    return found;
  }

  static List<Violation> noTag(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              String image = Absent.text(each.image());
              String bare = image.contains("@") ? image.substring(0, image.indexOf('@')) : image;
              String last = bare.substring(bare.lastIndexOf('/') + 1);
              if (last.contains(":")) {
                found.add(
                    new Violation(
                        "V12",
                        path(name),
                        "image \"%s\" of package %s contains an inline tag '%s'; the version is the tag"
                            .formatted(image, name, last.substring(last.indexOf(':') + 1))));
              }
            });
    return found;
  }

  private static String path(String name) {
    return "spec.packages." + name + ".image";
  }
}
