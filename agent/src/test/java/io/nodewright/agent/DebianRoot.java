package io.nodewright.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// A host made of Debian's own packages: its links (`/bin`), its libraries, its bash, as a node has
/// them. `tools/debian-root` makes it once.
final class DebianRoot {

  private DebianRoot() {}

  /// The host gets those files and root is really changed on it.
  static TestHost fill(TestHost bare) throws IOException, InterruptedException {
    bare.env.remove("NODEWRIGHT_AGENT_ROOT_MODE");
    // Hard links: nothing that runs there writes into a file that it did not make.
    run("cp", "-al", made() + "/.", bare.root.toString());
    return bare;
  }

  private static synchronized Path made() throws IOException, InterruptedException {
    Path project = Path.of(System.getProperty("project.root"));
    Path root = project.resolve("agent/target/debian-root").toAbsolutePath();
    if (!Files.exists(root)) {
      Assumptions.assumeTrue(
          Files.isExecutable(Path.of("/usr/bin/apt-get")), "needs apt: Debian or Ubuntu");
      run(project.resolve("tools/debian-root").toString(), root.toString());
    }
    return root;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }
}
