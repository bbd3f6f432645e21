package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Lists of many nodes, by the calls they take.
class ManyNodesTest {

  private static final int NODES = 2000;
  private static final String LIST = "GET /api/v1/nodes";
  private static final String NODEWRIGHTS = "GET /apis/nodewright.nvidia.com/v1alpha1/nodewrights";
  private static final String NODE =
      """
      {"metadata":{"name":"node-%04d","annotations":{"nodewright.nvidia.com/status_tune":"complete",
      "nodewright.nvidia.com/nodeState_tune":"{\\"grub|1.4.0\\":{\\"name\\":\\"grub\\",
      \\"version\\":\\"1.4.0\\",\\"stage\\":\\"config\\",\\"state\\":\\"complete\\"}}"}}}\
      """;

  @Test
  @DisplayName("C34 2,000 nodes come in pages of 500, and NodeWrights are listed once")
  void paged() {
    try (StandInCluster cluster = new StandInCluster("nodewright.nvidia.com")) {
      List<String> nodes = new ArrayList<>();
      for (int number = 0; number < NODES; number++) {
        nodes.add(NODE.replace("\n", "").formatted(number));
      }
      cluster.pages(LIST, nodes);
      cluster.answers(NODEWRIGHTS, "{\"items\":[]}");

      Transcript ran = cluster.run("node", "status");

      assertEquals(0, ran.code(), ran::err);
      assertEquals(NODES + 1, ran.out().lines().count());
      assertTrue(
          ran.out().endsWith("node-1999  tune        complete  1/1       false     false\n"));
      assertEquals(4, cluster.calls().stream().filter(LIST::equals).count());
      assertEquals(1, cluster.calls().stream().filter(NODEWRIGHTS::equals).count());
      assertEquals(6, cluster.calls().size(), cluster.calls()::toString);
      assertEquals(
          5, cluster.queries().stream().filter(query -> query.startsWith("limit=500")).count());
    }
  }
}
