package io.nodewright.operator.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Cordons of NodeWrights that are gone (04 §4.4).
class OrphanEventsTest {

  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

  private final List<Action.Event> told = new ArrayList<>();
  private final OrphanEvents orphans =
      new OrphanEvents(told::add, Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  @DisplayName("IE9 a cordon of nobody is told on its node, once")
  void toldOnce() {
    orphans.look(fleet(cordoned("n1", "gone")));
    orphans.look(fleet(cordoned("n1", "gone")));
    orphans.look(fleet(cordoned("n1", "gone"), cordoned("n2")));

    assertEquals(1, told.size());
    Action.Event event = told.getFirst();
    assertEquals(new Action.Subject.OfNode("n1", "uid-of-n1"), event.regarding());
    assertEquals("OrphanedCordon", event.action());
    assertEquals(true, event.warning());
    assertEquals(true, event.note().contains(Keys.cordon("gone")), event.note());
    assertEquals(NOW, event.at());
  }

  @Test
  @DisplayName("IE9 a cordon whose NodeWright is there is none, until that goes")
  void notWhileItIsThere() {
    orphans.look(fleet(List.of("tuning"), cordoned("n1", "tuning")));
    assertEquals(List.of(), told);

    orphans.look(fleet(cordoned("n1", "tuning")));
    assertEquals(1, told.size());
  }

  @Test
  @DisplayName("IE9 one that was given back and is there again is told again")
  void toldAgain() {
    orphans.look(fleet(cordoned("n1", "gone")));
    orphans.look(fleet(cordoned("n1")));
    orphans.look(fleet(cordoned("n1", "gone")));

    assertEquals(2, told.size());
  }

  @Test
  @DisplayName("IE9 two cordons on one node are two")
  void eachByItself() {
    orphans.look(fleet(cordoned("n1", "gone", "left")));

    assertEquals(2, told.size());
  }

  private static FleetSnapshot fleet(NodeView... nodes) {
    return fleet(List.of(), nodes);
  }

  private static FleetSnapshot fleet(List<String> nodeWrights, NodeView... nodes) {
    TreeMap<String, NodeView> byName = new TreeMap<>();
    for (NodeView node : nodes) {
      byName.put(node.name(), node);
    }
    FleetSnapshot seen =
        new FleetSnapshot(
            EngineSettings.standard("agent:7.0.0", "v1.0.0"),
            byName,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            Map.of(),
            new TreeMap<>());
    return nodeWrights.isEmpty() ? seen : with(seen, nodeWrights);
  }

  private static FleetSnapshot with(FleetSnapshot seen, List<String> nodeWrights) {
    var views = new TreeMap<>(seen.nodeWrights());
    for (String name : nodeWrights) {
      NodeWright stored = new NodeWright();
      stored.getMetadata().setName(name);
      stored.getMetadata().setUid("uid-of-" + name);
      stored.getMetadata().setResourceVersion("1");
      views.put(name, NodeWrightViews.of(stored));
    }
    return new FleetSnapshot(
        seen.settings(),
        seen.nodes(),
        views,
        seen.policies(),
        seen.jobs(),
        seen.configMaps(),
        seen.metadata(),
        seen.refusals(),
        seen.busyNodes());
  }

  private static NodeView cordoned(String name, String... by) {
    NodeBuilder node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .withUid("uid-of-" + name)
            .withResourceVersion("1")
            .endMetadata();
    for (String each : by) {
      node.editMetadata().addToAnnotations(Keys.cordon(each), "true").endMetadata();
    }
    return new NodeViews().of(node.build());
  }
}
