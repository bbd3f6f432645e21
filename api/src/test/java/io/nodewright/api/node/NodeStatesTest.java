package io.nodewright.api.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The annotation `nodeState_<nw>`: 02 §2.1 and §4.21.
class NodeStatesTest {

  private static final String SHA = "sha256:" + "0".repeat(64);

  /// The example of 02 §2.1.
  private static final String EXAMPLE =
      """
      {"dax|1.2.3":{"name":"dax","version":"1.2.3","image":"example/dax","stage":"interrupt",\
      "state":"in_progress","interruptPending":true},\
      "tuning|1.2.3":{"name":"tuning","version":"1.2.3","image":"example/tuning",\
      "containerSHA":"%s","stage":"config","state":"erroring","restarts":2}}"""
          .formatted(SHA);

  private static final NodeState.Known EXAMPLE_STATE =
      known(
          new PackageRecord(
              new PackageRef("tuning", "1.2.3"),
              "example/tuning",
              SHA,
              Stage.CONFIG,
              StageState.ERRORING,
              2,
              false,
              0,
              new TreeMap<>()),
          new PackageRecord(
              new PackageRef("dax", "1.2.3"),
              "example/dax",
              "",
              Stage.INTERRUPT,
              StageState.IN_PROGRESS,
              0,
              true,
              0,
              new TreeMap<>()));

  @Test
  void theExampleIsReadAndWritten() {
    assertEquals(EXAMPLE_STATE, NodeStates.read(EXAMPLE));
    assertEquals(EXAMPLE, NodeStates.write(EXAMPLE_STATE));
  }

  static Stream<Arguments> read() {
    return Stream.of(
        arguments("LR2 an empty object is an empty record", "{}", "{}"),
        arguments("LR3 null reads as empty", "null", "{}"),
        arguments(
            "LR5 unknown members are kept as they are",
            member("\"when\":1.50,\"more\":{\"a\":[1e400,\"\\u00e9\"]},\"also\":null"),
            member("\"also\":null,\"more\":{\"a\":[1e400,\"\\u00e9\"]},\"when\":1.50")),
        arguments(
            "LR5 our own sequence stands after what is known; what is none of ours is kept",
            member("\"also\":1,\"sequence\":2,\"interruptPending\":true"),
            member("\"interruptPending\":true,\"sequence\":2,\"also\":1")),
        arguments(
            "LR5 a sequence of somebody else's making is kept as it is",
            member("\"sequence\":\"first\""),
            member("\"sequence\":\"first\"")),
        arguments(
            "LR6 interruptPending is last of what is known",
            member("\"interruptPending\":true,\"restarts\":1,\"new\":\"x\""),
            member("\"restarts\":1,\"interruptPending\":true,\"new\":\"x\"")),
        arguments(
            "02-2.1 zero, false and empty are left out",
            member("\"restarts\":0,\"interruptPending\":false,\"containerSHA\":\"\""),
            member("")),
        arguments(
            "02-2.1 null members of ours are absent",
            member("\"restarts\":null,\"interruptPending\":null,\"containerSHA\":null"),
            member("")),
        arguments(
            "02-2.1 white space does not matter",
            " { \"a|1\" : { \"version\" : \"1\", \"name\" : \"a\", \"image\" : \"r/a\","
                + " \"state\" : \"complete\", \"stage\" : \"config\" } } ",
            member("")),
        arguments(
            "02-2.1 a missing image reads as empty",
            member("").replace("\"image\":\"r/a\",", ""),
            member("").replace("r/a", "")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("read")
  void isReadAndWrittenAnew(String rule, String text, String written) {
    NodeState.Known state = assertInstanceOf(NodeState.Known.class, NodeStates.read(text), rule);
    assertEquals(written, NodeStates.write(state), rule);
    assertEquals(state, NodeStates.read(written), rule);
  }

  static Stream<Arguments> malformed() {
    String good = member("");
    return Stream.of(
        arguments("02-4.21 empty string", "", "the text is empty"),
        arguments("02-4.21 not JSON", "{\"a|1\":", "not JSON"),
        arguments("02-4.21 not JSON at all", "complete", "not JSON"),
        arguments("02-4.21 two values", good + "{}", "after the JSON object"),
        arguments("02-4.21 not an object", "[]", "not a JSON object"),
        arguments("02-4.21 a text", "\"x\"", "not a JSON object"),
        arguments("02-4.21 member not an object", "{\"a|1\":null}", "\"a|1\" is not an object"),
        arguments("02-4.21 name missing", good.replace("\"name\":\"a\",", ""), "name is missing"),
        arguments(
            "02-4.21 version missing",
            good.replace("\"version\":\"1\",", ""),
            "version is missing"),
        arguments(
            "02-4.21 stage missing", good.replace("\"stage\":\"config\",", ""), "stage is missing"),
        arguments(
            "02-4.21 state missing",
            good.replace(",\"state\":\"complete\"", ""),
            "state is missing"),
        arguments("02-4.21 unknown stage", good.replace("config", "check"), "\"check\""),
        arguments("02-4.21 unknown state", good.replace("complete", "done"), "\"done\""),
        arguments("02-4.21 key disagrees", good.replace("a|1", "a|2"), "the key disagrees"),
        arguments("02-4.21 key without bar", good.replace("a|1", "a"), "the key disagrees"),
        arguments("02-4.21 a number for a text", good.replace("\"1\"", "1"), "is not a string"),
        arguments("02-4.21 a text for a number", member("\"restarts\":\"2\""), "whole number"),
        arguments("02-4.21 a huge number", member("\"restarts\":99999999999"), "whole number"),
        arguments("02-4.21 a text for a flag", member("\"interruptPending\":\"x\""), "true or"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void isUnreadable(String rule, String text, String problem) {
    NodeState.Unreadable state =
        assertInstanceOf(NodeState.Unreadable.class, NodeStates.read(text), rule);
    assertTrue(state.problem().contains(problem), state.problem());
  }

  private static String member(String more) {
    return "{\"a|1\":{\"name\":\"a\",\"version\":\"1\",\"image\":\"r/a\",\"stage\":\"config\","
        + "\"state\":\"complete\""
        + (more.isEmpty() ? "" : "," + more)
        + "}}";
  }

  private static NodeState.Known known(PackageRecord... records) {
    TreeMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    for (PackageRecord each : records) {
      entries.put(each.ref(), each);
    }
    return new NodeState.Known(entries);
  }
}
