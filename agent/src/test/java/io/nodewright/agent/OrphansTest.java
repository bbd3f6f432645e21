package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.anApplyPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.agent.process.Capabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent as process 1 of a container that has process numbers of its own.
class OrphansTest {

  private static final List<String> AS_PROCESS_1 =
      List.of("unshare", "--pid", "--fork", "--mount-proc");

  @Test
  @DisplayName("A46 what a step left behind is reaped when it ends: no zombie to wait for")
  void reapsOrphans(@TempDir Path directory) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Capabilities.mayChangeRoot(), "needs namespaces of its own: run the tests as root");
    TestHost host = new TestHost(directory).config(anApplyPackage()).script("a_check.sh", "true");
    // The inner shell ends at once, so `sleep` has no parent but process 1.
    host.script(
        "a.sh",
        """
        orphan=$(bash -c 'sleep 0.2 >&- 2>&- & echo $!')
        [ -e /proc/$orphan ] && echo "left behind by $PPID"
        for _ in $(seq 100); do
          [ -e /proc/$orphan ] || { echo reaped; exit 0; }
          sleep 0.1
        done
        echo "still there"
        exit 1""");

    try (AgentProcess agent =
        AgentProcess.start(
            AS_PROCESS_1, List.of(), host.env, "apply", host.root.toString(), TestHost.COPY)) {
      agent.awaitStdout("left behind by 1");
      Ran ran = agent.end();
      assertEquals(0, ran.exit(), ran.stdout() + ran.stderr());
    }
  }
}
