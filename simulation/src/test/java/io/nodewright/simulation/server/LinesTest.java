package io.nodewright.simulation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.RequestFacts;
import io.nodewright.simulation.fault.RequestFate;
import io.nodewright.simulation.fault.WatchFacts;
import io.nodewright.simulation.fault.WatchFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What lies between the API server and those who use it.
class LinesTest implements FaultPlan {

  private static final Duration LAG = Duration.ofMillis(10);

  private final Agenda agenda = new Agenda(Instant.parse("2026-01-01T00:00:00Z"));
  private final ApiServer server = new ApiServer(agenda, Admission.OPEN);
  private final ApiClient client = server.as("test");
  private final FaultCounts counts = new FaultCounts();
  private final List<String> told = new ArrayList<>();
  private final Map<Integer, WatchFate> fates = new HashMap<>();
  private int changes;
  private RequestFate request = RequestFate.QUICK;

  @Override
  public WatchFate watch(WatchFacts change) {
    return fates.getOrDefault(changes++, new WatchFate.Delivered(LAG));
  }

  @Override
  public RequestFate request(RequestFacts facts) {
    return request;
  }

  @Test
  void aWatchBeginsWithAListAndGoesOnWithEachChangeInOrder() {
    create("a");
    watch();
    all();
    create("b");
    label("a", "1");
    all();
    assertEquals(List.of("list [a]", "ADDED b", "MODIFIED a=1"), told);
  }

  @Test
  void aLateChangeHoldsLaterOnesBack() {
    watch();
    all();
    fates.put(0, new WatchFate.Delivered(Duration.ofSeconds(9)));
    create("a");
    create("b");
    all();
    assertEquals(List.of("list []", "ADDED a", "ADDED b"), told);
  }

  @Test
  void mergedChangesAreToldOnceAsTheLast() {
    create("a");
    watch();
    all();
    fates.put(0, new WatchFate.Merged(Duration.ofSeconds(1)));
    label("a", "1");
    label("a", "2");
    all();
    assertEquals(List.of("list [a]", "MODIFIED a=2"), told);
    assertEquals(Map.of("watch merged", 1L), counts.byName());
  }

  @Test
  void aRedeliveredChangeGoesBackAndThenForwardAgain() {
    create("a");
    watch();
    all();
    fates.put(0, new WatchFate.Redelivered(LAG, Duration.ofSeconds(1)));
    label("a", "1");
    label("a", "2");
    all();
    assertEquals(
        List.of("list [a]", "MODIFIED a=1", "MODIFIED a=2", "MODIFIED a=1", "MODIFIED a=2"), told);
  }

  @Test
  void aBrokenWatchListsAnewAndMayFirstListNothing() {
    create("a");
    watch();
    all();
    fates.put(0, new WatchFate.Broken(Duration.ofSeconds(1), true));
    label("a", "1");
    label("a", "2");
    all();
    label("a", "3");
    all();
    assertEquals(List.of("list [a]", "list []", "list [a]", "MODIFIED a=3"), told);
  }

  @Test
  void aClosedWatchTellsNothing() {
    WatchLine<Node> line = watch();
    all();
    create("a");
    line.close();
    all();
    assertEquals(List.of("list []"), told);
  }

  @Test
  void aLostAnswerLeavesTheWriteStored() {
    request = new RequestFate.AnswerLost(LAG, Duration.ofSeconds(1));
    send();
    assertEquals(List.of("no answer"), told);
    assertTrue(server.get(Kind.NODE, "a").isPresent());
  }

  @Test
  void aRequestThatNeverArrivesOrIsRefusedStoresNothing() {
    request = new RequestFate.NeverArrived(LAG);
    send();
    request = new RequestFate.Refused(LAG, 503);
    send();
    assertEquals(List.of("no answer", "503"), told);
    assertTrue(server.get(Kind.NODE, "a").isEmpty());
  }

  @Test
  void aRequestOfADeadClientStillArrives() {
    RequestLine line = new RequestLine(agenda, client, this, counts);
    send(line);
    line.die();
    all();
    assertEquals(List.of(), told);
    assertTrue(server.get(Kind.NODE, "a").isPresent());
  }

  private void send() {
    send(new RequestLine(agenda, client, this, counts));
    all();
  }

  private void send(RequestLine line) {
    line.send(
        "create",
        "Node",
        "a",
        by -> by.create(Kind.NODE, aNode("a")),
        answer ->
            told.add(
                switch (answer) {
                  case RequestLine.Answer.Given<Node> _ -> "given";
                  case RequestLine.Answer.Failed<Node>(ApiFailure failure) ->
                      Integer.toString(failure.code());
                  case RequestLine.Answer.None<Node> _ -> "no answer";
                }));
  }

  private WatchLine<Node> watch() {
    return WatchLine.open(
        agenda,
        server,
        Kind.NODE,
        "test",
        this,
        counts,
        new WatchLine.Listener<>() {
          @Override
          public void listed(List<Node> all, long version) {
            told.add("list " + all.stream().map(node -> node.getMetadata().getName()).toList());
          }

          @Override
          public void changed(Change<Node> change) {
            String label = change.object().getMetadata().getLabels().getOrDefault("l", "");
            told.add(change.type() + " " + change.name() + (label.isEmpty() ? "" : "=" + label));
          }
        });
  }

  private void create(String name) {
    client.create(Kind.NODE, aNode(name));
  }

  private void label(String node, String value) {
    client.patch(
        Kind.NODE,
        node,
        PatchKind.MERGE,
        "{\"metadata\":{\"labels\":{\"l\":\"%s\"}}}".formatted(value),
        Part.OBJECT);
  }

  private static Node aNode(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private void all() {
    while (agenda.step()) {
      // on
    }
  }
}
