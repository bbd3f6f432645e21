package io.nodewright.sandbox.image;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a container is made of.
///
/// @param id names its content
/// @param layers its layers as folders of the store, by their paths below the store, the top one
///   first
/// @param ground what it stands on
/// @param config what is run in it
public record Image(String id, List<String> layers, Ground ground, Config config) {
  public Image {
    layers = List.copyOf(layers);
  }

  /// What an image stands on.
  public enum Ground {
    /// Nothing: its layers have all it needs.
    NOTHING,
    /// This computer's `/usr`, for reading.
    USR,
    /// This computer's `/usr` and, at `/opt/java`, the JDK that runs the sandbox.
    USR_AND_JDK
  }

  /// What is run in an image unless a pod says otherwise.
  ///
  /// @param entrypoint the program and its first arguments
  /// @param command arguments that a pod may replace
  /// @param environment variables
  /// @param folder the working folder
  public record Config(
      List<String> entrypoint,
      List<String> command,
      Map<String, String> environment,
      String folder) {
    private static final String PATH =
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    public Config {
      entrypoint = List.copyOf(entrypoint);
      command = List.copyOf(command);
      Map<String, String> all = new TreeMap<>(Map.of("PATH", PATH));
      all.putAll(environment);
      environment = all;
      folder = folder.isEmpty() ? "/" : folder;
    }

    /// An image that runs nothing by itself.
    public static Config empty() {
      return new Config(List.of(), List.of(), Map.of(), "/");
    }

    /// An image that runs `entrypoint`.
    public static Config running(List<String> entrypoint) {
      return new Config(entrypoint, List.of(), Map.of(), "/");
    }
  }
}
