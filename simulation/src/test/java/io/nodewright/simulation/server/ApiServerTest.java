package io.nodewright.simulation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.nodewright.simulation.time.Agenda;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the server does beyond what the conformance suite asks of it.
class ApiServerTest {

  private final Agenda agenda = new Agenda(Instant.parse("2026-01-01T00:00:00Z"));
  private final List<String> asked = new ArrayList<>();
  private boolean closed;
  private final ApiServer server =
      new ApiServer(
          agenda,
          (kind, before, after) -> {
            asked.add(
                kind + (before == null ? " created" : after == null ? " deleted" : " changed"));
            if (closed) {
              throw new ApiFailure(403, "Forbidden", "admission webhook denied the request");
            }
          });
  private final ApiClient client = server.as("test");

  @Test
  void everyChangeMakesOneVersionOfOneCounterAndIsToldInOrder() {
    List<String> told = new ArrayList<>();
    server.observe(
        change -> told.add("%s %s by %s".formatted(change.type(), change.name(), change.who())));
    long before = server.version();
    ConfigMap a = client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    Node n = client.create(Kind.NODE, aNode("n"));
    merge(Kind.CONFIG_MAP, "a", "{\"data\":{\"k\":\"w\"}}");
    client.delete(Kind.CONFIG_MAP, "a", Deletion.PLAIN);
    assertEquals(
        List.of("ADDED a by test", "ADDED n by test", "MODIFIED a by test", "DELETED a by test"),
        told);
    assertEquals(before + 4, server.version());
    assertEquals(Long.toString(before + 1), a.getMetadata().getResourceVersion());
    assertEquals(Long.toString(before + 2), n.getMetadata().getResourceVersion());
  }

  @Test
  void aDeletedObjectIsToldWithTheVersionOfItsDeletion() {
    List<String> versions = new ArrayList<>();
    client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    server.subscribe(
        Kind.CONFIG_MAP,
        change -> versions.add(change.object().getMetadata().getResourceVersion()));
    client.delete(Kind.CONFIG_MAP, "a", Deletion.PLAIN);
    assertEquals(List.of(Long.toString(server.version())), versions);
  }

  @Test
  void whatWasReadStaysAsItWas() {
    client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    ConfigMap read = server.get(Kind.CONFIG_MAP, "a").orElseThrow();
    merge(Kind.CONFIG_MAP, "a", "{\"metadata\":{\"labels\":{\"x\":\"y\"}},\"data\":{\"k\":\"w\"}}");
    assertEquals(Map.of("k", "v"), read.getData());
    assertTrue(read.getMetadata().getLabels().isEmpty());
  }

  @Test
  void aMergePatchOfDataKeepsOtherKeysAndRemovesNulls() {
    client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    merge(Kind.CONFIG_MAP, "a", "{\"data\":{\"k\":null,\"l\":\"1\"}}");
    assertEquals(Map.of("l", "1"), server.get(Kind.CONFIG_MAP, "a").orElseThrow().getData());
  }

  @Test
  void aPatchOfWhatIsNotModelledFailsTheSimulation() {
    client.create(Kind.NODE, aNode("n"));
    IllegalStateException gap =
        assertThrows(
            IllegalStateException.class,
            () -> merge(Kind.NODE, "n", "{\"spec\":{\"podCIDR\":\"10.0.0.0/8\"}}"));
    assertTrue(String.valueOf(gap.getMessage()).contains("spec/podCIDR"));
  }

  @Test
  void aRecreatedObjectHasAnotherUid() {
    String first = client.create(Kind.NODE, aNode("n")).getMetadata().getUid();
    client.delete(Kind.NODE, "n", Deletion.PLAIN);
    assertNotEquals(first, client.create(Kind.NODE, aNode("n")).getMetadata().getUid());
  }

  @Test
  void aWriteThatChangesNothingIsToldToNobody() {
    client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    List<Change<?>> told = new ArrayList<>();
    server.observe(told::add);
    ConfigMap stored = server.get(Kind.CONFIG_MAP, "a").orElseThrow();
    assertSame(stored, merge(Kind.CONFIG_MAP, "a", "{\"data\":{\"k\":\"v\"}}"));
    assertTrue(told.isEmpty());
  }

  @Test
  void replacingNeedsTheVersionThatWasRead() {
    client.create(Kind.CONFIG_MAP, aConfigMap("a"));
    ConfigMap read = server.get(Kind.CONFIG_MAP, "a").orElseThrow();
    merge(Kind.CONFIG_MAP, "a", "{\"data\":{\"k\":\"w\"}}");
    ApiFailure failure =
        assertThrows(ApiFailure.class, () -> client.replace(Kind.CONFIG_MAP, read, Part.OBJECT));
    assertEquals(409, failure.code());
  }

  @Test
  void admissionIsAskedForObjectWritesAndDeletionsAndMayRefuse() {
    client.create(Kind.NODE, aNode("n"));
    merge(Kind.NODE, "n", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    client.patch(
        Kind.NODE,
        "n",
        PatchKind.STRATEGIC,
        "{\"status\":{\"conditions\":[{\"type\":\"x\",\"status\":\"True\"}]}}",
        Part.STATUS);
    assertEquals(List.of("Node created", "Node changed"), asked);
    closed = true;
    ApiFailure failure =
        assertThrows(ApiFailure.class, () -> client.delete(Kind.NODE, "n", Deletion.PLAIN));
    assertEquals(403, failure.code());
    assertTrue(server.get(Kind.NODE, "n").isPresent());
  }

  @Test
  void aBoundPodIsDeletedGracefullyAndOnceMoreByForce() {
    client.create(Kind.POD, aPod("p", "n"));
    Pod going = client.delete(Kind.POD, "p", Deletion.PLAIN).orElseThrow();
    assertEquals(30, going.getMetadata().getDeletionGracePeriodSeconds());
    assertEquals("2026-01-01T00:00:30Z", going.getMetadata().getDeletionTimestamp());
    assertTrue(client.delete(Kind.POD, "p", Deletion.PLAIN.withGrace(0)).isEmpty());
    assertTrue(server.get(Kind.POD, "p").isEmpty());
  }

  @Test
  void aForcedPodStaysWhileAFinalizerHoldsIt() {
    Pod pod = aPod("p", "n");
    pod.getMetadata().setFinalizers(List.of("example.com/hold"));
    client.create(Kind.POD, pod);
    assertTrue(client.delete(Kind.POD, "p", Deletion.PLAIN.withGrace(0)).isPresent());
    client.edit(
        Kind.POD,
        "p",
        Part.OBJECT,
        each -> {
          each.getMetadata().getFinalizers().clear();
          return each;
        });
    assertTrue(server.get(Kind.POD, "p").isEmpty());
  }

  private <T extends io.fabric8.kubernetes.api.model.HasMetadata> T merge(
      Kind<T> kind, String name, String body) {
    return client.patch(kind, name, PatchKind.MERGE, body, Part.OBJECT);
  }

  private static ConfigMap aConfigMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withData(Map.of("k", "v"))
        .build();
  }

  private static Node aNode(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static Pod aPod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .build();
  }
}
