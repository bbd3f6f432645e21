package io.nodewright.api.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Present;
import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The status both ways: 01 §4.
class StatusesTest {

  private static final NodeWright EXAMPLE = Yaml.readFile(NodeWright.class, "example-status.yaml");
  private static final PublishedStatus STATUS = Statuses.read(EXAMPLE.getStatus());

  @Test
  void theExampleComesBackAsItWas() {
    JsonMapper json = new JsonMapper();
    JsonNode stored = json.readTree(Yaml.json(EXAMPLE)).required("status");
    assertEquals(stored, json.readTree(Statuses.json(STATUS)));
    assertEquals(STATUS, Statuses.read(Statuses.write(STATUS)));
  }

  @Test
  void resultsAreRead() {
    assertEquals(Status.IN_PROGRESS, STATUS.status());
    assertTrue(STATUS.present());
    assertEquals(3, STATUS.observedGeneration());
    assertEquals(Status.BLOCKED, STATUS.nodeStatus().get("node-c"));
    assertEquals("1/3", STATUS.completeNodes());
    assertEquals("base:1.0.0,driver:2.1.0", STATUS.packageList());
    assertTrue(
        Present.in(STATUS.nodeState(), "node-b")
            .entry(new PackageRef("driver", "2.1.0"))
            .orElseThrow()
            .at(Stage.INTERRUPT, StageState.IN_PROGRESS));
  }

  @Test
  void memoryIsRead() {
    assertEquals(
        Map.of("node-b", Instant.parse("2026-03-04T10:15:00Z")),
        new TreeMap<>(STATUS.nodePriority()));
    assertEquals(1, STATUS.nodeOrderOffset());
    assertEquals(Map.of("node-b", 1), new TreeMap<>(STATUS.nodeOrder()));
    assertEquals(3, STATUS.nodeBootIds().size());
    assertEquals(List.of("driver.conf"), STATUS.configUpdates().get("driver"));
    assertEquals(
        new BatchState(2, 0, 1, 0, 1, false, false, new TreeSet<>()),
        Present.in(STATUS.compartments(), "canary").batch());
    assertEquals(
        new BatchState(1, 0, 0, 0, 0, false, false, new TreeSet<>(List.of("node-b"))),
        Present.in(STATUS.compartments(), "__default__").batch());
  }

  @Test
  void twinsCarryThePrefixAndTransitionIsOnlyATwin() {
    Map<String, Boolean> twins = new TreeMap<>();
    for (Condition each : STATUS.conditions()) {
      twins.merge(each.type(), each.deprecatedTwin(), Boolean::logicalOr);
    }
    assertEquals(
        Map.of(
            "Ready", true,
            "Transition", true,
            "NodesIgnored", false,
            "TaintNotTolerable", false,
            "ApplyPackage", false),
        twins);
    assertEquals(
        List.of("Ready", "nodewright.nvidia.com/Ready", "nodewright.nvidia.com/Transition"),
        Present.of(Statuses.write(STATUS).conditions()).stream()
            .map(io.fabric8.kubernetes.api.model.Condition::getType)
            .limit(3)
            .toList());
  }

  @Test
  void anAbsentStatusIsNone() {
    assertSame(PublishedStatus.NONE, Statuses.read(null));
    assertFalse(Statuses.read(null).present());
  }

  @Test
  void nullsAndUnknownWordsAreAbsent() {
    NodeWright stored =
        Yaml.read(
            NodeWright.class,
            """
            status:
              status: dreaming
              nodePriority: null
              nodeStatus: {a: dreaming, b: complete}
              nodeState: {a: {"p|1": {name: p, version: "1", image: r, stage: check, state: complete}}}
              somethingNewer: {x: 1}
              compartmentStatuses: {__default__: {matched: 1, ceiling: 1, inProgress: 0, completed: 0, progressPercent: 0}}
            """);
    PublishedStatus status = Statuses.read(stored.getStatus());
    assertEquals(Status.UNKNOWN, status.status());
    assertTrue(status.nodePriority().isEmpty());
    assertEquals(Map.of("b", Status.COMPLETE), new TreeMap<>(status.nodeStatus()));
    assertTrue(Present.in(status.nodeState(), "a").entries().isEmpty());
    assertEquals(BatchState.NONE, Present.in(status.compartments(), "__default__").batch());
  }

  @Test
  void aResetBatchReadsAsItsFirst() {
    PublishedStatus.CompartmentStatus compartment =
        new PublishedStatus.CompartmentStatus(1, 1, 0, 0, 0, BatchState.FIRST);
    PublishedStatus status =
        new PublishedStatus(
            Status.COMPLETE,
            true,
            0,
            new TreeMap<>(),
            new TreeMap<>(),
            0,
            "0/0",
            "",
            List.of(),
            new TreeMap<>(),
            0,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("__default__", compartment)));
    assertEquals(
        """
        {"status":"complete","nodesInProgress":0,"completeNodes":"0/0","packageList":"",\
        "compartmentStatuses":{"__default__":{"matched":1,"ceiling":1,"inProgress":0,\
        "completed":0,"progressPercent":0,"batchState":{"currentBatch":1}}}}""",
        Statuses.json(status));
  }
}
