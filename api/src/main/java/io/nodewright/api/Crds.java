package io.nodewright.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The CustomResourceDefinitions as they are installed (01 §1).
public final class Crds {

  private static final List<String> NAMES = List.of("deploymentpolicies", "nodewrights");

  private Crds() {}

  /// The files, as YAML.
  public static List<String> yaml() {
    return NAMES.stream().map(Crds::read).toList();
  }

  private static String read(String plural) {
    String file = "/crds/" + plural + "." + Keys.GROUP + ".yaml";
    try (InputStream crd = Crds.class.getResourceAsStream(file)) {
      if (crd == null) {
        throw new IllegalStateException(file + " is not on the class path");
      }
      return new String(crd.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
