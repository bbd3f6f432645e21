package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Failure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An image's name with its tag.
///
/// @param repository registry, path and name
/// @param tag the tag
record ImageName(String repository, String tag) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?<repository>[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*)"
              + ":(?<tag>[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})");

  /// Reads `REGISTRY/PATH/NAME:TAG`, or without a registry.
  ///
  /// @throws Failure when it is none
  static ImageName parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new Failure(
          "invalid image name \"%s\": expected name:tag, as in registry.example/team/kernel-tune:1.0.0"
              .formatted(text));
    }
    return new ImageName(matcher.group("repository"), matcher.group("tag"));
  }

  String text() {
    return repository + ":" + tag;
  }

  /// What is in front of the last slash.
  ///
  /// @throws Failure when there is none
  String registry() {
    int slash = repository.lastIndexOf('/');
    if (slash < 0) {
      throw new Failure(
          "invalid image name \"%s\": no registry, as in registry.example/%s"
              .formatted(text(), text()));
    }
    return repository.substring(0, slash);
  }

  String name() {
    return repository.substring(repository.lastIndexOf('/') + 1);
  }
}
