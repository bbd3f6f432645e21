package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.agent.process.Capabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first program of a process of its own is refused in the changed root, where no class of the
/// agent can be loaded any more. Other tests run in a JVM that has loaded them all.
class ChangedRootRefusalTest {

  @Test
  @DisplayName("B37 B40 the first step of a run is no program: the agent still says why")
  void firstStepIsNoProgram(@TempDir Path directory) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Capabilities.mayChangeRoot(), "needs the right to change root: run the tests as root");
    TestHost host = new TestHost(directory).changingRoot().script("a_check.sh", "true");
    Files.writeString(host.step("a"), "no program");
    host.config(aPackage().steps("apply", aStep("a")).steps("apply-check", aCheck()));

    try (AgentProcess agent =
        AgentProcess.start(
            List.of(), List.of(), host.env, "apply", host.root.toString(), TestHost.COPY)) {
      Ran ran = agent.end();

      assertEquals(1, ran.exit());
      assertTrue(
          ran.errors()
              .getFirst()
              .contains("cannot execute \"a\": no \"#!\" line and not a program for this machine"),
          ran.stderr());
    }
  }
}
