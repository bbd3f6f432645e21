package io.nodewright.packages.skeleton;

import java.util.List;

/// The interrupt that a new package asks for; it is the resource that declares it, so it shows up
/// in what the README tells of the resource.
public sealed interface SkeletonInterrupt {

  /// None.
  record None() implements SkeletonInterrupt {}

  /// A reboot.
  record Reboot() implements SkeletonInterrupt {}

  /// A restart of all services.
  record AllServices() implements SkeletonInterrupt {}

  /// A restart of these services.
  record Services(List<String> names) implements SkeletonInterrupt {
    public Services {
      names = List.copyOf(names);
    }
  }

  /// Reads `none`, `reboot`, `restartAllServices` or `service:NAME[,NAME…]`.
  ///
  /// @throws IllegalArgumentException for anything else; the text says what is expected
  static SkeletonInterrupt parse(String text) {
    return switch (text) {
      case "none", "" -> new None();
      case "reboot" -> new Reboot();
      case "restartAllServices" -> new AllServices();
      default -> {
        if (!text.matches("service:[A-Za-z0-9@._-]+(,[A-Za-z0-9@._-]+)*")) {
          throw new IllegalArgumentException(
              "invalid interrupt \""
                  + text
                  + "\": expected none, reboot, restartAllServices or service:NAME, as in"
                  + " service:containerd");
        }
        yield new Services(List.of(text.substring("service:".length()).split(",", -1)));
      }
    };
  }

  /// The lines of a package in a resource, four blanks in; empty for none.
  default String yaml() {
    return switch (this) {
      case None() -> "";
      case Reboot() -> "    interrupt: {type: reboot}\n";
      case AllServices() -> "    interrupt: {type: restartAllServices}\n";
      case Services(var names) ->
          "    interrupt: {type: service, services: [" + String.join(", ", names) + "]}\n";
    };
  }

  /// The same as the agent gets it from the operator (contract 06 §11); empty for none.
  default String wire() {
    return switch (this) {
      case None() -> "";
      case Reboot() -> "{\"type\":\"node_restart\"}";
      case AllServices() -> "{\"type\":\"restart_all_services\"}";
      case Services(var names) ->
          "{\"type\":\"service_restart\",\"services\":[\"" + String.join("\",\"", names) + "\"]}";
    };
  }
}
