package io.nodewright.operator.admission;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Turns the objects of requests into our kinds.
final class Decoding {

  private static final KubernetesSerialization CLIENT = new KubernetesSerialization();

  private Decoding() {}

  /// Reads an object.
  ///
  /// @throws Undecodable naming the field that cannot be read (V26)
  static <T> T read(JsonNode object, Class<T> kind) throws Undecodable {
    try {
      T read = CLIENT.unmarshal(object.toString(), kind);
      if (read == null) {
        throw new Undecodable("there is no object");
      }
      return read;
    } catch (RuntimeException e) {
      throw new Undecodable(told(e));
    }
  }

  private static String told(RuntimeException failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof JacksonException json) {
        String path =
            json.getPath().stream()
                .map(
                    step ->
                        step.getPropertyName() == null
                            ? "[" + step.getIndex() + "]"
                            : "." + step.getPropertyName())
                .collect(Collectors.joining());
        return (path.startsWith(".") ? path.substring(1) : path) + ": " + json.getOriginalMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }

  /// An object that is not one of its kind.
  static final class Undecodable extends Exception {
    private static final long serialVersionUID = 1L;

    Undecodable(String message) {
      super(message);
    }
  }
}
