package io.nodewright.cli.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Follows the nodes of a cluster from a list on.
public final class NodeWatch {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String PATH = "/api/v1/nodes?watch=true&allowWatchBookmarks=true";

  private final ApiServer api;
  private SortedMap<String, SeenNode> nodes;
  private String version;
  private boolean stale;

  /// @param from the list
  public NodeWatch(ApiServer api, Nodes.Listed from) {
    this.api = api;
    this.nodes = new TreeMap<>(from.byName());
    this.version = from.version();
  }

  /// Tells of all nodes whenever one of them has changed in what commands need; without end.
  public void follow(Consumer<Collection<SeenNode>> news) {
    while (!Thread.currentThread().isInterrupted()) {
      if (stale) {
        Nodes.Listed again = new Nodes(api).list();
        nodes = new TreeMap<>(again.byName());
        version = again.version();
        stale = false;
        news.accept(nodes.values());
      }
      api.lines(PATH + "&resourceVersion=" + version, line -> take(JSON.readTree(line), news));
    }
  }

  private boolean take(JsonNode event, Consumer<Collection<SeenNode>> news) {
    JsonNode object = event.path("object");
    String type = event.path("type").stringValue("");
    if (type.equals("ERROR")) {
      stale = true; // too old to go on from
      return false;
    }
    version = object.path("metadata").path("resourceVersion").stringValue(version);
    if (type.equals("BOOKMARK")) {
      return true;
    }
    SeenNode node =
        NodeReader.one(JSON.writeValueAsString(object).getBytes(StandardCharsets.UTF_8));
    SeenNode old =
        type.equals("DELETED") ? nodes.remove(node.name()) : nodes.put(node.name(), node);
    if (old == null || type.equals("DELETED") || differs(old, node)) {
      news.accept(nodes.values());
    }
    return true;
  }

  /// A heartbeat is no news.
  private static boolean differs(SeenNode old, SeenNode now) {
    return old.unschedulable() != now.unschedulable()
        || !old.labels().equals(now.labels())
        || !old.annotations().equals(now.annotations());
  }
}
