package io.nodewright.agent.interrupt;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonFault;
import io.nodewright.agent.json.JsonReader;
import io.nodewright.agent.report.AgentFailure;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// What is asked for, decoded from DATA (06 §11).
public sealed interface InterruptRequest {

  /// Reboot the host.
  record NodeRestart() implements InterruptRequest {}

  /// Reload the service manager, then restart these services in order.
  record ServiceRestart(List<String> services) implements InterruptRequest {
    public ServiceRestart {
      services = List.copyOf(services);
    }
  }

  /// Reload all kernel settings.
  record RestartAllServices() implements InterruptRequest {}

  /// Nothing, but recorded.
  record NoOp() implements InterruptRequest {}

  /// Nothing at all; a word of older operators.
  record ScriptInterrupt() implements InterruptRequest {}

  /// The wire type, e.g. `service_restart`.
  default String type() {
    return switch (this) {
      case NodeRestart _ -> "node_restart";
      case ServiceRestart _ -> "service_restart";
      case RestartAllServices _ -> "restart_all_services";
      case NoOp _ -> "no_op";
      case ScriptInterrupt _ -> "script_interrupt";
    };
  }

  /// The commands to run on the host, in order (06 §11).
  default List<HostCommand> commands() {
    return switch (this) {
      case NodeRestart _ -> List.of(HostCommand.of("reboot"));
      case ServiceRestart(List<String> services) -> {
        List<HostCommand> commands = new ArrayList<>();
        commands.add(HostCommand.of("systemctl", "daemon-reload"));
        services.forEach(service -> commands.add(HostCommand.restartOf(service)));
        yield commands;
      }
      case RestartAllServices _ -> List.of(HostCommand.of("service", "procps", "force-reload"));
      case NoOp _, ScriptInterrupt _ -> List.of();
    };
  }

  /// Decodes DATA; keys other than `type` and `services` are ignored.
  ///
  /// @throws AgentFailure saying what is wrong with it (06 B46 to B49)
  static InterruptRequest parse(String data) throws AgentFailure {
    if (!(decode(data) instanceof Json.Obj object)
        || !(object.fields().get("type") instanceof Json.Text(String type))) {
      throw malformed();
    }
    return switch (type) {
      case "node_restart" -> new NodeRestart();
      case "service_restart" -> new ServiceRestart(services(object));
      case "restart_all_services" -> new RestartAllServices();
      case "no_op" -> new NoOp();
      case "script_interrupt" -> new ScriptInterrupt();
      default ->
          throw AgentFailure.of(
              "unknown interrupt type \""
                  + type
                  + "\" (known: node_restart, service_restart, restart_all_services, no_op,"
                  + " script_interrupt)");
    };
  }

  private static Json decode(String data) throws AgentFailure {
    try {
      return JsonReader.read(Base64.getDecoder().decode(data)).value();
    } catch (IllegalArgumentException | JsonFault e) {
      throw malformed();
    }
  }

  private static List<String> services(Json.Obj object) throws AgentFailure {
    List<String> services = new ArrayList<>();
    switch (object.fields().getOrDefault("services", new Json.Null())) {
      case Json.Null _ -> {}
      case Json.Arr(List<Json> items) -> {
        for (Json item : items) {
          if (!(item instanceof Json.Text(String service))) {
            throw malformed();
          }
          services.add(allowed(service));
        }
      }
      case Json.Obj _, Json.Text _, Json.Num _, Json.Bool _ -> throw malformed();
    }
    return services;
  }

  private static String allowed(String service) throws AgentFailure {
    boolean oneWord =
        service
            .chars()
            .noneMatch(
                c ->
                    c == '/'
                        || Character.isWhitespace(c)
                        || Character.isSpaceChar(c)
                        || Character.isISOControl(c));
    if (service.isEmpty() || service.startsWith("-") || !oneWord) {
      throw AgentFailure.of("interrupt service name \"" + service + "\" is not allowed");
    }
    return service;
  }

  private static AgentFailure malformed() {
    return AgentFailure.of("interrupt data is not base64 of a JSON object with a text \"type\"");
  }
}
