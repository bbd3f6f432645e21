package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodePatches;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.NodeWrightPatches;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Writes that were decided on what is no longer true, as a deposed leader or a late cache sends
/// them: the real API server refuses each, and what is newer stays. A heartbeat is no such change.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StaleWritesTest {

  private static final String NW = "drill";
  private static final int CONFLICT = 409;
  private static final int FAILED_TEST = 422;

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;

  StaleWritesTest() throws IOException {
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
  }

  @BeforeAll
  void install() throws IOException {
    sandbox.installKinds();
  }

  @AfterAll
  void close() {
    sandbox.close();
    folder.close();
  }

  @Test
  void aRecordThatChangedMeanwhileStays() {
    NodeView seen = new NodeViews().of(create("changed"));
    send(seen, Status.WAITING);

    assertEquals(FAILED_TEST, refusal(() -> send(seen, Status.ERRORING)));
    assertEquals("waiting", annotation("changed"));
  }

  @Test
  void aNodeThatWasMadeAnewUnderItsNameIsAnother() {
    NodeView seen = new NodeViews().of(create("anew"));
    client().nodes().withName("anew").delete();
    create("anew");

    assertEquals(FAILED_TEST, refusal(() -> send(seen, Status.WAITING)));
    assertEquals("", annotation("anew"));
  }

  @Test
  void aHeartbeatIsNoConflict() {
    NodeView seen = new NodeViews().of(create("alive"));
    client()
        .nodes()
        .withName("alive")
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"phase\": \"Running\"}}");

    send(seen, Status.WAITING);

    assertEquals("waiting", annotation("alive"));
  }

  @Test
  void aStatusThatWasDecidedOnAnOlderVersionIsRefused() {
    NodeWrightView seen = resource("older-status");
    String body = NodeWrightPatches.status(seen, PublishedStatus.NONE);
    pause("older-status");

    assertEquals(
        FAILED_TEST,
        refusal(
            () ->
                client()
                    .resources(NodeWright.class)
                    .withName("older-status")
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.JSON), body)));
  }

  @Test
  void aFinalizerThatWasDecidedOnAnOlderVersionIsRefused() {
    NodeWrightView seen = resource("older-finalizers");
    String body = NodeWrightPatches.addFinalizer(seen, List.of()).orElseThrow();
    pause("older-finalizers");

    assertEquals(
        CONFLICT,
        refusal(
            () ->
                client()
                    .resources(NodeWright.class)
                    .withName("older-finalizers")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), body)));
  }

  private void send(NodeView seen, Status status) {
    Action.PatchNode action =
        new Action.PatchNode(seen, NW, List.of(new NodeEdit.PutStatus(status)));
    client()
        .nodes()
        .withName(seen.name())
        .patch(PatchContext.of(PatchType.JSON), NodePatches.of(action).json());
  }

  private Node create(String name) {
    return client()
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of("a", "b"))
                .withAnnotations(Map.of("somebody", "else"))
                .endMetadata()
                .build())
        .create();
  }

  private String annotation(String node) {
    return client()
        .nodes()
        .withName(node)
        .get()
        .getMetadata()
        .getAnnotations()
        .getOrDefault(Keys.PREFIX + "status_" + NW, "");
  }

  private NodeWrightView resource(String name) {
    sandbox.apply(
        "apiVersion: %s\nkind: NodeWright\nmetadata: {name: %s}\n"
            .formatted(Keys.GROUP_VERSION, name));
    return NodeWrightViews.of(client().resources(NodeWright.class).withName(name).get());
  }

  private void pause(String name) {
    client()
        .resources(NodeWright.class)
        .withName(name)
        .edit(
            stored -> {
              stored.getMetadata().setAnnotations(Map.of(Keys.PAUSE, Keys.TRUE));
              return stored;
            });
  }

  private KubernetesClient client() {
    return sandbox.client();
  }

  private static int refusal(Runnable write) {
    return assertThrows(KubernetesClientException.class, write::run).getCode();
  }
}
