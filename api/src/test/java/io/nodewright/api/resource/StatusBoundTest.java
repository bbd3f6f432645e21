package io.nodewright.api.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Yaml;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A status is never larger than its bound says.
class StatusBoundTest {

  /// What JSON makes six bytes of.
  private static final String ESCAPED = "\u0001".repeat(5_000);

  @Test
  void anExampleIsWithinItsBound() {
    isWithinItsBound(
        Statuses.read(Yaml.readFile(NodeWright.class, "example-status.yaml").getStatus()));
  }

  @Test
  void longTextsThatAreEscapedCountInEveryMember() {
    PublishedStatus none = PublishedStatus.NONE;
    TreeMap<String, Status> nodes = new TreeMap<>();
    nodes.put(ESCAPED, Status.IN_PROGRESS);
    TreeMap<String, Instant> members = new TreeMap<>();
    members.put(ESCAPED, Instant.EPOCH);
    TreeMap<String, Integer> order = new TreeMap<>();
    order.put(ESCAPED, Integer.MAX_VALUE);
    TreeMap<String, String> boots = new TreeMap<>();
    boots.put(ESCAPED, ESCAPED);
    TreeMap<String, List<String>> updates = new TreeMap<>();
    updates.put(ESCAPED, List.of(ESCAPED));
    TreeSet<String> batch = new TreeSet<>(List.of(ESCAPED));
    TreeMap<String, PublishedStatus.CompartmentStatus> compartments = new TreeMap<>();
    compartments.put(
        ESCAPED,
        new PublishedStatus.CompartmentStatus(
            9, 9, 9, 9, 9, new BatchState(9, 9, 9, 9, 9, true, true, batch)));
    isWithinItsBound(
        new PublishedStatus(
            Status.IN_PROGRESS,
            true,
            1,
            nodes,
            none.nodeState(),
            1,
            ESCAPED,
            ESCAPED,
            List.of(new Condition(ESCAPED, true, true, ESCAPED, ESCAPED, 1, Instant.EPOCH)),
            members,
            1,
            order,
            boots,
            updates,
            compartments));
  }

  private static void isWithinItsBound(PublishedStatus status) {
    int size = Statuses.json(status).getBytes(StandardCharsets.UTF_8).length;
    long bound = StatusBound.of(status);
    assertTrue(size <= bound, size + " bytes, bound " + bound);
  }
}
