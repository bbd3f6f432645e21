package io.nodewright.api;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Objects from YAML, read as fabric8's client reads them.
public final class Yaml {

  private static final KubernetesSerialization CLIENT = new KubernetesSerialization();

  private Yaml() {}

  /// Reads an object.
  public static <T> T read(Class<T> type, String yaml) {
    // A text that begins with a brace would be taken for JSON.
    return CLIENT.unmarshal("---\n" + yaml, type);
  }

  /// Reads an object from a file beside the tests.
  public static <T> T readFile(Class<T> type, String name) {
    return read(type, file(name));
  }

  /// The object as the client sends it.
  public static String json(Object object) {
    return CLIENT.asJson(object);
  }

  private static String file(String name) {
    try (InputStream file = Yaml.class.getResourceAsStream("/" + name)) {
      if (file == null) {
        throw new IllegalArgumentException(name + " is not on the class path");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
