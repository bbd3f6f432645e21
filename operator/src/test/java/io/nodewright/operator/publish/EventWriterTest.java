package io.nodewright.operator.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.Action.Subject;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// An event as it is stored (03 §18).
class EventWriterTest {

  private static final Instant AT = Instant.parse("2026-03-04T10:15:00.123456789Z");

  @Test
  void isOnOneAndNamesTheOther() {
    Event event =
        EventWriter.stored(
            new Action.Event(
                new Subject.OfNode("gpu1", "node-uid"),
                new Subject.OfNodeWright("tuning", "nw-uid"),
                true,
                "State",
                "StageFailed",
                "why",
                AT),
            "operator-0",
            0xabc);

    assertEquals("default", event.getMetadata().getNamespace());
    assertEquals("gpu1.abc", event.getMetadata().getName());
    assertEquals("Node", event.getRegarding().getKind());
    assertEquals("node-uid", event.getRegarding().getUid());
    assertEquals("nodewright.nvidia.com/v1alpha1", event.getRelated().getApiVersion());
    assertEquals("tuning", event.getRelated().getName());
    assertEquals("nodewright.nvidia.com/operator", event.getReportingController());
    assertEquals("operator-0", event.getReportingInstance());
    assertEquals("Warning", event.getType());
    assertEquals("2026-03-04T10:15:00.123456Z", event.getEventTime().getTime());
  }

  @Test
  void hasABoundedNoteAndNameAndPerhapsNoOther() {
    Event event =
        EventWriter.stored(
            new Action.Event(
                new Subject.OfNode("n".repeat(253), "node-uid"),
                new Subject.Nobody(),
                false,
                "State",
                "Complete",
                "x".repeat(2000),
                AT),
            "operator-0",
            0xabc);

    assertEquals(1024, event.getNote().length());
    assertEquals(253, event.getMetadata().getName().length());
    assertEquals("Normal", event.getType());
    assertNull(event.getRelated());
  }
}
