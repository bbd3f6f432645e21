package io.nodewright.api.job;

import io.nodewright.engine.lifecycle.Interrupt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The argument that tells the agent which interrupt to run: base64 of compact JSON (03 §9).
public final class InterruptArgument {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String TYPE = "type";
  private static final String SERVICES = "services";

  private InterruptArgument() {}

  /// The argument of an interrupt.
  public static String write(Interrupt.Of interrupt) {
    ObjectNode json = JSON.createObjectNode();
    json.put(TYPE, interrupt.type().agentWord());
    if (interrupt.type() == Interrupt.Type.SERVICE && !interrupt.services().isEmpty()) {
      interrupt.services().forEach(json.putArray(SERVICES)::add);
    }
    return Base64.getEncoder()
        .encodeToString(JSON.writeValueAsString(json).getBytes(StandardCharsets.UTF_8));
  }

  /// Reads an argument; none when it is absent or says nothing that we know.
  public static Interrupt read(@Nullable String argument) {
    if (argument == null) {
      return new Interrupt.None();
    }
    try {
      JsonNode json =
          JSON.readTree(new String(Base64.getDecoder().decode(argument), StandardCharsets.UTF_8));
      String word = json.path(TYPE).stringValue("");
      for (Interrupt.Type type : Interrupt.Type.values()) {
        if (type.agentWord().equals(word)) {
          return new Interrupt.Of(type, services(json));
        }
      }
      return new Interrupt.None();
    } catch (JacksonException | IllegalArgumentException e) {
      return new Interrupt.None();
    }
  }

  private static List<String> services(JsonNode json) {
    List<String> services = new ArrayList<>();
    for (JsonNode each : json.path(SERVICES)) {
      services.add(each.stringValue(""));
    }
    return services;
  }
}
