package io.nodewright.cli.explain;

import io.nodewright.api.Keys;
import io.nodewright.cli.cluster.ApiServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// The events that the operator has recorded (contract 03 §18).
public final class ToldEvents {

  private static final int SECONDS = "0000-00-00T00:00:00".length();

  private ToldEvents() {}

  /// One of them.
  ///
  /// @param time of the last occurrence, in seconds, UTC
  /// @param object such as `node/gpu2`
  public record Told(
      String time, String type, String reason, String object, int count, String message) {}

  /// Those about objects of that name, oldest first.
  ///
  /// @param name of a node or a NodeWright; empty for all
  public static List<Told> read(ApiServer api, String name) {
    String filter =
        name.isEmpty() ? "" : "?fieldSelector=" + ApiServer.encoded("involvedObject.name=" + name);
    List<Told> events = new ArrayList<>();
    api.items(
        "/api/v1/namespaces/default/events" + filter,
        event -> {
          if (event.path("reportingComponent").stringValue("").equals(Keys.REPORTING_CONTROLLER)) {
            events.add(read(event));
          }
        });
    events.sort(Comparator.comparing(Told::time));
    return events;
  }

  private static Told read(JsonNode event) {
    JsonNode series = event.path("series");
    String time =
        first(
            series.path("lastObservedTime").stringValue(""),
            event.path("eventTime").stringValue(""),
            event.path("lastTimestamp").stringValue(""));
    JsonNode about = event.path("involvedObject");
    return new Told(
        time.length() > SECONDS ? time.substring(0, SECONDS) + "Z" : time,
        event.path("type").stringValue(""),
        event.path("reason").stringValue(""),
        about.path("kind").stringValue("").toLowerCase(Locale.ROOT)
            + "/"
            + about.path("name").stringValue(""),
        Math.max(1, series.path("count").asInt(1)),
        event.path("message").stringValue("").replace('\n', ' '));
  }

  private static String first(String... texts) {
    for (String text : texts) {
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }
}
