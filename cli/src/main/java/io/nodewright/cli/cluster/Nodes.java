package io.nodewright.cli.cluster;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Reads and patches of nodes.
public final class Nodes {

  private static final String PATH = "/api/v1/nodes";

  private final ApiServer api;

  /// @param api the cluster
  public Nodes(ApiServer api) {
    this.api = api;
  }

  /// A list of nodes at one time.
  ///
  /// @param byName the nodes
  /// @param version of the list, to watch from
  public record Listed(SortedMap<String, SeenNode> byName, String version) {
    /// Wraps the map.
    public Listed {
      byName = Collections.unmodifiableSortedMap(byName);
    }
  }

  /// All nodes, by pages.
  public Listed list() {
    return list("");
  }

  /// The nodes that a label selector selects, in its usual written form; all for an empty one.
  public Listed list(String selector) {
    SortedMap<String, SeenNode> nodes = new TreeMap<>();
    String path =
        selector.isEmpty() ? PATH : PATH + "?labelSelector=" + ApiServer.encoded(selector);
    String version = "";
    ApiServer.Asked coming = api.ask(ApiServer.page(path, ""));
    while (true) {
      byte[] text = api.answer(coming);
      NodeReader.Page page = NodeReader.head(text);
      version = page.version();
      if (page.next().isEmpty()) {
        NodeReader.items(text, node -> nodes.put(node.name(), node));
        return new Listed(nodes, version);
      }
      // The server makes the next page while this one is read.
      coming = api.ask(ApiServer.page(path, page.next()));
      NodeReader.items(text, node -> nodes.put(node.name(), node));
    }
  }

  /// Tells the names of all nodes.
  public void names(Consumer<String> each) {
    api.names(PATH, each);
  }

  /// The node of that name, if there is one.
  public Optional<SeenNode> find(String name) {
    try {
      return Optional.of(NodeReader.one(api.get(path(name))));
    } catch (ApiFailure e) {
      if (e.notFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// Merges a patch into a node.
  public SeenNode merge(String name, JsonNode patch) {
    return NodeReader.one(api.merge(path(name), patch));
  }

  private static String path(String name) {
    return PATH + "/" + ApiServer.encoded(name);
  }
}
