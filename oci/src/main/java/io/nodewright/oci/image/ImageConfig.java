package io.nodewright.oci.image;

import io.nodewright.oci.layer.FixedTime;
import io.nodewright.oci.layer.PackedLayer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// What is run in an image, and what is said of it.
///
/// @param entrypoint the program and its arguments
/// @param user a user id, or user and group as `10001:10001`; never a name, since a cluster can
///   tell only of a number that it is not root
/// @param labels keys and values of the image's own labels
public record ImageConfig(List<String> entrypoint, String user, Map<String, String> labels) {
  private static final String PATH =
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  public ImageConfig {
    entrypoint = List.copyOf(entrypoint);
    labels = new TreeMap<>(labels);
  }

  /// The OCI configuration of an image with `layers`, the lowest first.
  ///
  /// @param architecture as Go names it, such as `amd64`
  Map<String, Object> document(String architecture, List<PackedLayer> layers) {
    String time = FixedTime.AT.toString();
    SequencedMap<String, Object> run = new LinkedHashMap<>();
    run.put("User", user);
    run.put("Env", List.of(PATH, "LANG=C.UTF-8"));
    run.put("Entrypoint", entrypoint);
    run.put("WorkingDir", "/");
    run.put("Labels", labels);
    SequencedMap<String, Object> document = new LinkedHashMap<>();
    document.put("created", time);
    document.put("architecture", architecture);
    document.put("os", "linux");
    document.put("config", run);
    document.put(
        "rootfs",
        ordered(
            "type",
            "layers",
            "diff_ids",
            layers.stream().map(PackedLayer::contentDigest).toList()));
    document.put(
        "history",
        layers.stream()
            .map(
                layer ->
                    ordered("created", time, "created_by", "nodewright images: " + layer.title()))
            .toList());
    return document;
  }

  private static Map<String, Object> ordered(String key, Object value, String next, Object then) {
    SequencedMap<String, Object> map = new LinkedHashMap<>();
    map.put(key, value);
    map.put(next, then);
    return map;
  }
}
