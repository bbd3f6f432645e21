package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The key of a package is its name: it is written nowhere else (V7), and is one that derived names
/// can carry (V8).
final class PackageNameRules {

  private static final String LEGAL = "^[a-z][-a-z0-9]{0,41}[a-z]$";
  private static final Pattern LEGAL_NAME = Pattern.compile(LEGAL);

  private PackageNameRules() {}

  static List<Violation> notRepeated(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (key, each) -> {
              String name = Absent.text(each.name());
              boolean left =
                  name.equals(key)
                      && (write.mirrored() || hasThatName(write.storedPackages().get(key), key));
              if (!name.isEmpty() && !left) {
                found.add(
                    new Violation(
                        "V7",
                        "spec.packages." + key + ".name",
                        "Do not explicitly set the name in the package's definition: \"%s\" is its key; remove the name"
                            .formatted(key)));
              }
            });
    return found;
  }

  static List<Violation> legal(NodeWrightWrite write) {
    return write.packages().keySet().stream()
        .filter(key -> !LEGAL_NAME.matcher(key).matches())
        .map(
            key ->
                new Violation(
                    "V8",
                    "spec.packages." + key,
                    "package name [%s] is not valid. must match [%s]".formatted(key, LEGAL)))
        .toList();
  }

  private static boolean hasThatName(@Nullable PackageDefinition stored, String key) {
    return stored != null && key.equals(stored.name());
  }
}
