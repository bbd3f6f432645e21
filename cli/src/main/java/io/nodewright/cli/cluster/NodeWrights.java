package io.nodewright.cli.cluster;

import io.nodewright.api.Keys;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads and patches of NodeWrights.
public final class NodeWrights {

  private static final String PATH = "/apis/" + Keys.GROUP_VERSION + "/nodewrights";
  private static final JsonMapper JSON = new JsonMapper();

  private final ApiServer api;

  /// @param api the cluster
  public NodeWrights(ApiServer api) {
    this.api = api;
  }

  /// What a look for a NodeWright came to.
  public sealed interface Look {
    /// It is there.
    record Found(NodeWrightView view) implements Look {}

    /// There is none of that name.
    record Gone() implements Look {}

    /// It could not be read.
    ///
    /// @param why the API server's words
    record Unreadable(String why) implements Look {}
  }

  /// The NodeWright of that name.
  ///
  /// @throws Failure CE4 when there is none
  public NodeWrightView get(String name) {
    return find(name).orElseThrow(() -> missing(name));
  }

  /// CE4.
  public static Failure missing(String name) {
    return new Failure("nodewright \"" + name + "\" not found");
  }

  /// The NodeWright of that name, if there is one.
  public Optional<NodeWrightView> find(String name) {
    try {
      return Optional.of(
          NodeWrightViews.of(api.object(PATH + "/" + ApiServer.encoded(name), NodeWright.class)));
    } catch (ApiFailure e) {
      if (e.notFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// The NodeWright of that name, or why it is not known (C11).
  public Look look(String name) {
    try {
      return find(name).<Look>map(Look.Found::new).orElseGet(Look.Gone::new);
    } catch (ApiFailure e) {
      return new Look.Unreadable(e.line());
    }
  }

  /// The status of a NodeWright as it is stored, and the version of the object.
  public record Stored(JsonNode status, String resourceVersion) {}

  /// The status of that NodeWright as it is stored.
  ///
  /// @throws Failure CE4 when there is none
  public Stored stored(String name) {
    try {
      JsonNode whole = api.json(PATH + "/" + ApiServer.encoded(name));
      return new Stored(
          whole.path("status"), whole.path("metadata").path("resourceVersion").stringValue(""));
    } catch (ApiFailure e) {
      throw e.notFound() ? missing(name) : e;
    }
  }

  /// The status alone.
  public JsonNode status(String name) {
    return stored(name).status();
  }

  /// Tells the names of all.
  public void names(Consumer<String> each) {
    api.names(PATH, each);
  }

  /// Tells the names of that NodeWright's packages.
  public void packages(String name, Consumer<String> each) {
    JsonNode whole = api.json(PATH + "/" + ApiServer.encoded(name));
    whole.path("spec").path("packages").propertyNames().forEach(each);
  }

  /// All of them.
  public SortedMap<String, NodeWrightView> list() {
    SortedMap<String, NodeWrightView> all = new TreeMap<>();
    api.items(
        PATH,
        item -> {
          NodeWrightView view =
              NodeWrightViews.of(
                  api.typed(
                      JSON.writeValueAsString(item).getBytes(StandardCharsets.UTF_8),
                      NodeWright.class));
          all.put(view.name(), view);
        });
    return all;
  }

  /// Sets an annotation; last write wins, for it is one key (contract 07 §11).
  public void annotate(String name, String key, String value) {
    ObjectNode patch = Documents.object();
    patch.putObject("metadata").putObject("annotations").put(key, value);
    merge(PATH + "/" + ApiServer.encoded(name), name, patch);
  }

  /// Removes an annotation.
  public void unannotate(String name, String key) {
    ObjectNode patch = Documents.object();
    patch.putObject("metadata").putObject("annotations").putNull(key);
    merge(PATH + "/" + ApiServer.encoded(name), name, patch);
  }

  /// Merges a patch into the status.
  public void mergeStatus(String name, JsonNode patch) {
    merge(PATH + "/" + ApiServer.encoded(name) + "/status", name, patch);
  }

  private void merge(String path, String name, JsonNode patch) {
    try {
      api.merge(path, patch);
    } catch (ApiFailure e) {
      throw e.notFound() ? missing(name) : e;
    }
  }
}
