package io.nodewright.simulation.conformance;

import static io.nodewright.simulation.conformance.Objects.aConfigMap;
import static io.nodewright.simulation.conformance.Objects.aJob;
import static io.nodewright.simulation.conformance.Objects.aNodeWright;
import static io.nodewright.simulation.conformance.Objects.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.simulation.conformance.JobWorld.Answer;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Facts about conditional writes, deletion and limits of the API server.
final class ServerRows {

  private static final String OTHER_UID = "00000000-0000-4000-8000-00000000dead";
  private static final int UNPROCESSABLE = 422;
  private static final int CONFLICT = 409;

  private ServerRows() {}

  static final List<Row> ALL =
      List.of(
          new Row("LW2 a JSON Patch whose test fails changes nothing: 422", ServerRows::testFails),
          new Row("LW2 a JSON Patch may test that a key is absent", ServerRows::testAbsent),
          new Row("LW2 a test below a map that is absent fails: 422", ServerRows::testBelowAbsent),
          new Row(
              "LW2 removing what is not there fails (422), replacing it adds it",
              ServerRows::removeMissing),
          new Row(
              "LW2 a JSON Patch on an older resource version fails: 422", ServerRows::oldVersion),
          new Row("LW2 a merge patch that names another UID is refused: 422", ServerRows::otherUid),
          new Row(
              "LW2 a merge patch that names another version is a conflict: 409",
              ServerRows::otherVersion),
          new Row(
              "02 §2.3 node conditions merge by type, and another UID is refused",
              ServerRows::conditions),
          new Row("LW2 a patch that changes nothing makes no version", ServerRows::noChange),
          new Row(
              "03 §5 a deletion that names another UID is a conflict: 409",
              ServerRows::deleteOther),
          new Row("03 §11.1 a name that is taken: 409 AlreadyExists", ServerRows::taken),
          new Row(
              "02 §5 an object with a finalizer goes when the finalizer does",
              ServerRows::finalizer),
          new Row(
              "01 §4.1 generation counts spec changes and the deletion, not metadata or status",
              ServerRows::generation),
          new Row(
              "01 §4.1 a status write leaves the spec, and an object write the status",
              ServerRows::parts),
          new Row("03 §3 a label value of 64 characters is refused: 422", ServerRows::longLabel),
          new Row(
              "V-size annotations of more than 256 KiB are refused: 422",
              ServerRows::largeAnnotations),
          new Row("03 §10.1 a ConfigMap key with a slash is refused: 422", ServerRows::badKey),
          new Row(
              "03 §10.1 more than 1 MiB in a ConfigMap is refused: 422",
              ServerRows::largeConfigMap),
          new Row("V-size a status that etcd does not take is refused", ServerRows::largeStatus),
          new Row(
              "03 §11.1 what is not there cannot be patched or deleted: 404", ServerRows::missing),
          new Row("01 §0 a member that the schema does not know is dropped", ServerRows::pruned));

  private static void testFails(JobWorld world) {
    String node = world.silentNode();
    annotate(world, node, "a", "1");
    Answer answer =
        json(
            world,
            Node.class,
            node,
            "[{'op':'test','path':'/metadata/annotations/a','value':'2'},"
                + "{'op':'add','path':'/metadata/annotations/b','value':'3'}]");
    assertEquals(UNPROCESSABLE, answer.code());
    assertEquals(null, annotation(world, node, "b"));
  }

  private static void testAbsent(JobWorld world) {
    String node = world.silentNode();
    annotate(world, node, "a", "1");
    String patch =
        "[{'op':'test','path':'/metadata/annotations/c','value':null},"
            + "{'op':'add','path':'/metadata/annotations/c','value':'3'}]";
    assertEquals(Answer.DONE, json(world, Node.class, node, patch));
    assertEquals("3", annotation(world, node, "c"));
    assertEquals(UNPROCESSABLE, json(world, Node.class, node, patch).code());
  }

  private static void testBelowAbsent(JobWorld world) {
    String name = world.name("bare");
    world.create(aConfigMap(name, Map.of("k", "v")));
    assertEquals(
        UNPROCESSABLE,
        json(
                world,
                ConfigMap.class,
                name,
                "[{'op':'test','path':'/metadata/annotations/a','value':null}]")
            .code());
    assertEquals(
        Answer.DONE,
        json(
            world,
            ConfigMap.class,
            name,
            "[{'op':'test','path':'/metadata/annotations','value':null},"
                + "{'op':'add','path':'/metadata/annotations','value':{}},"
                + "{'op':'add','path':'/metadata/annotations/a','value':'1'}]"));
  }

  private static void removeMissing(JobWorld world) {
    String node = world.silentNode();
    annotate(world, node, "a", "1");
    assertEquals(
        UNPROCESSABLE,
        json(world, Node.class, node, "[{'op':'remove','path':'/metadata/annotations/zz'}]")
            .code());
    assertEquals(
        Answer.DONE,
        json(
            world,
            Node.class,
            node,
            "[{'op':'replace','path':'/metadata/annotations/zz','value':'2'}]"));
    assertEquals("2", annotation(world, node, "zz"));
  }

  private static void oldVersion(JobWorld world) {
    String name = world.name("versioned");
    world.create(aConfigMap(name, Map.of("k", "v")));
    ConfigMap seen = world.get(ConfigMap.class, name).orElseThrow();
    String patch =
        "[{'op':'test','path':'/metadata/uid','value':'%s'},".formatted(seen.getMetadata().getUid())
            + "{'op':'test','path':'/metadata/resourceVersion','value':'%s'},"
                .formatted(seen.getMetadata().getResourceVersion())
            + "{'op':'add','path':'/data','value':{'k':'w'}}]";
    assertEquals(Answer.DONE, json(world, ConfigMap.class, name, patch));
    assertEquals(UNPROCESSABLE, json(world, ConfigMap.class, name, patch).code());
    assertEquals(Map.of("k", "w"), world.get(ConfigMap.class, name).orElseThrow().getData());
  }

  private static void otherUid(JobWorld world) {
    String body = "{'metadata':{'uid':'" + OTHER_UID + "','annotations':{'a':'1'}}}";
    String name = world.name("uid");
    world.create(aConfigMap(name, Map.of()));
    world.create(aJob(name, aPod(world.silentNode()).build(), 1).build());
    world.create(aNodeWright(name, "1.0.0"));
    assertEquals(
        List.of(UNPROCESSABLE, UNPROCESSABLE, UNPROCESSABLE, UNPROCESSABLE),
        List.of(
            merge(world, ConfigMap.class, name, body).code(),
            merge(world, Job.class, name, body).code(),
            merge(world, NodeWright.class, name, body).code(),
            merge(world, Node.class, world.silentNode(), body).code()));
  }

  private static void otherVersion(JobWorld world) {
    String name = world.name("version");
    world.create(aNodeWright(name, "1.0.0"));
    world.create(aConfigMap(name, Map.of()));
    String body = "{'metadata':{'resourceVersion':'1','annotations':{'a':'1'}}}";
    assertEquals(CONFLICT, merge(world, NodeWright.class, name, body).code());
    assertEquals(CONFLICT, merge(world, ConfigMap.class, name, body).code());
  }

  private static void conditions(JobWorld world) {
    String node = world.silentNode();
    String both =
        "{'metadata':{'uid':'%s'},'status':{'conditions':["
                .formatted(world.get(Node.class, node).orElseThrow().getMetadata().getUid())
            + condition("x/One", "True")
            + ","
            + condition("x/Two", "True")
            + "]}}";
    assertEquals(Answer.DONE, strategic(world, node, both));
    assertEquals(
        Answer.DONE,
        strategic(
            world,
            node,
            "{'status':{'conditions':[{'$patch':'delete','type':'x/One'},"
                + condition("x/Two", "False")
                + "]}}"));
    List<String> found =
        world.get(Node.class, node).orElseThrow().getStatus().getConditions().stream()
            .filter(each -> each.getType().startsWith("x/"))
            .map(each -> each.getType() + " " + each.getStatus())
            .toList();
    assertEquals(List.of("x/Two False"), found);
    String other =
        "{'metadata':{'uid':'"
            + OTHER_UID
            + "'},'status':{'conditions':["
            + condition("x/Two", "True")
            + "]}}";
    assertEquals(UNPROCESSABLE, strategic(world, node, other).code());
  }

  /// On an object of ours alone: a new node is written by others too.
  private static void noChange(JobWorld world) {
    String name = world.name("same");
    world.create(aConfigMap(name, Map.of("k", "v")));
    String before = configMapVersion(world, name);
    assertEquals(Answer.DONE, merge(world, ConfigMap.class, name, "{'data':{'k':'v'}}"));
    assertEquals(before, configMapVersion(world, name));
    assertEquals(Answer.DONE, merge(world, ConfigMap.class, name, "{'data':{'k':'w'}}"));
    assertNotEquals(before, configMapVersion(world, name));
  }

  private static String configMapVersion(JobWorld world, String name) {
    return world.get(ConfigMap.class, name).orElseThrow().getMetadata().getResourceVersion();
  }

  private static void deleteOther(JobWorld world) {
    String name = world.name("delete");
    world.create(aConfigMap(name, Map.of()));
    assertEquals(CONFLICT, world.delete(ConfigMap.class, name, Deletion.of(OTHER_UID)).code());
    assertTrue(world.get(ConfigMap.class, name).isPresent());
  }

  private static void taken(JobWorld world) {
    String name = world.name("taken");
    assertEquals(Answer.DONE, world.create(aConfigMap(name, Map.of())));
    Answer answer = world.create(aConfigMap(name, Map.of()));
    assertEquals(CONFLICT, answer.code());
    assertTrue(answer.text().contains("already exists"), answer.text());
  }

  private static void finalizer(JobWorld world) {
    String name = world.name("finalizer");
    world.create(aNodeWright(name, "1.0.0"));
    merge(world, NodeWright.class, name, "{'metadata':{'finalizers':['example.com/hold']}}");
    assertEquals(Answer.DONE, world.delete(NodeWright.class, name, Deletion.PLAIN));
    assertTrue(
        world.get(NodeWright.class, name).orElseThrow().getMetadata().getDeletionTimestamp()
            != null);
    assertEquals(
        UNPROCESSABLE,
        merge(
                world,
                NodeWright.class,
                name,
                "{'metadata':{'finalizers':['example.com/hold','example.com/more']}}")
            .code());
    assertEquals(
        Answer.DONE, merge(world, NodeWright.class, name, "{'metadata':{'finalizers':[]}}"));
    assertTrue(world.get(NodeWright.class, name).isEmpty());
  }

  private static void generation(JobWorld world) {
    String name = world.name("gen");
    world.create(aNodeWright(name, "1.0.0"));
    assertEquals(1, generationOf(world, name));
    merge(
        world,
        NodeWright.class,
        name,
        "{'metadata':{'annotations':{'a':'1'},'finalizers':['example.com/hold']}}");
    assertEquals(1, generationOf(world, name));
    status(world, name, "{'status':'in_progress'}");
    assertEquals(1, generationOf(world, name));
    merge(world, NodeWright.class, name, "{'spec':{'packages':{'tuning':{'version':'1.1.0'}}}}");
    assertEquals(2, generationOf(world, name));
    world.delete(NodeWright.class, name, Deletion.PLAIN);
    assertEquals(3, generationOf(world, name));
    merge(world, NodeWright.class, name, "{'metadata':{'finalizers':[]}}");
  }

  private static void parts(JobWorld world) {
    String name = world.name("parts");
    world.create(aNodeWright(name, "1.0.0"));
    NodeWrightSpec spec = stored(world, name).getSpec();
    assertEquals(Answer.DONE, status(world, name, "{'status':'in_progress'}"));
    assertEquals(
        Answer.DONE, merge(world, NodeWright.class, name, "{'status':{'status':'complete'}}"));
    assertEquals("in_progress", stored(world, name).getStatus().status());
    assertEquals(
        Answer.DONE,
        world.patch(
            NodeWright.class,
            name,
            PatchKind.MERGE,
            "{\"spec\":{\"priority\":7},\"metadata\":{\"annotations\":{\"a\":\"1\"}}}",
            Part.STATUS));
    assertEquals(spec, stored(world, name).getSpec());
    assertTrue(
        stored(world, name).getMetadata().getAnnotations() == null
            || stored(world, name).getMetadata().getAnnotations().isEmpty());
  }

  private static void longLabel(JobWorld world) {
    ConfigMap map = aConfigMap(world.name("label"), Map.of());
    map.getMetadata().setLabels(Map.of("example.com/x", "a".repeat(64)));
    assertEquals(UNPROCESSABLE, world.create(map).code());
  }

  private static void largeAnnotations(JobWorld world) {
    String node = world.silentNode();
    String value = "x".repeat(262_144 - 10);
    assertEquals(UNPROCESSABLE, annotate(world, node, "annotation1", value).code());
    assertEquals(Answer.DONE, annotate(world, node, "a", "x".repeat(200_000)));
  }

  private static void badKey(JobWorld world) {
    assertEquals(
        UNPROCESSABLE, world.create(aConfigMap(world.name("key"), Map.of("a/b", "1"))).code());
  }

  private static void largeConfigMap(JobWorld world) {
    assertEquals(
        UNPROCESSABLE,
        world
            .create(aConfigMap(world.name("large"), Map.of("a", "x".repeat((1 << 20) + 1))))
            .code());
  }

  private static void largeStatus(JobWorld world) {
    String name = world.name("huge");
    world.create(aNodeWright(name, "1.0.0"));
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < 16_000; i++) {
      nodes.append(i == 0 ? "" : ",").append("'%s-%06d':'complete'".formatted("n".repeat(90), i));
    }
    Answer answer = status(world, name, "{'status':'complete','nodeStatus':{" + nodes + "}}");
    assertTrue(answer.code() >= 400, answer.toString());
    assertEquals(500, answer.code());
  }

  private static void missing(JobWorld world) {
    assertEquals(
        404, merge(world, ConfigMap.class, world.name("none"), "{'data':{'a':'b'}}").code());
    assertEquals(404, world.delete(ConfigMap.class, world.name("none"), Deletion.PLAIN).code());
  }

  private static void pruned(JobWorld world) {
    String name = world.name("pruned");
    world.create(aNodeWright(name, "1.0.0"));
    assertEquals(
        Answer.DONE,
        status(world, name, "{'status':'in_progress','nodeStatus':{'n':'complete'},'nobodys':1}"));
    assertEquals(Map.of("n", "complete"), stored(world, name).getStatus().nodeStatus());
  }

  // --- words

  private static Answer json(
      JobWorld world, Class<? extends HasMetadata> kind, String name, String body) {
    return world.patch(kind, name, PatchKind.JSON, quoted(body), Part.OBJECT);
  }

  private static Answer merge(
      JobWorld world, Class<? extends HasMetadata> kind, String name, String body) {
    return world.patch(kind, name, PatchKind.MERGE, quoted(body), Part.OBJECT);
  }

  private static Answer strategic(JobWorld world, String node, String body) {
    return world.patch(Node.class, node, PatchKind.STRATEGIC, quoted(body), Part.STATUS);
  }

  private static Answer status(JobWorld world, String name, String status) {
    return world.patch(
        NodeWright.class,
        name,
        PatchKind.JSON,
        quoted("[{'op':'add','path':'/status','value':" + status + "}]"),
        Part.STATUS);
  }

  private static Answer annotate(JobWorld world, String node, String key, String value) {
    return merge(
        world, Node.class, node, "{'metadata':{'annotations':{'%s':'%s'}}}".formatted(key, value));
  }

  private static String quoted(String body) {
    return body.replace('\'', '"');
  }

  private static String condition(String type, String status) {
    return ("{'type':'%s','status':'%s','reason':'R','message':'m',"
            + "'lastTransitionTime':'2026-01-01T00:00:00Z'}")
        .formatted(type, status);
  }

  private static @Nullable String annotation(JobWorld world, String node, String key) {
    return world.get(Node.class, node).orElseThrow().getMetadata().getAnnotations().get(key);
  }

  private static NodeWright stored(JobWorld world, String name) {
    return world.get(NodeWright.class, name).orElseThrow();
  }

  private static long generationOf(JobWorld world, String name) {
    return stored(world, name).getMetadata().getGeneration();
  }
}
