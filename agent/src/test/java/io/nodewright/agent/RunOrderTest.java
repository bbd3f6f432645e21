package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.PackageJson.anApplyPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The order of a run, of its steps and of what they leave (06 §5).
class RunOrderTest {

  private static final String FLAGS = TestHost.STATE + "/flags";
  private static final String LEDGER = TestHost.STATE + "/history/tuning.json";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    for (String name : List.of("a", "b", "c")) {
      host.script(name + ".sh", "echo work " + name);
      host.script(name + "_check.sh", "echo check " + name);
    }
    host.config(threeSteps());
  }

  private static PackageJson threeSteps() {
    return aPackage()
        .steps("apply", aStep("a.sh"), aStep("b.sh"), aStep("c.sh"))
        .steps("apply-check", aStep("a_check.sh"), aStep("b_check.sh"), aStep("c_check.sh"));
  }

  private static List<String> printed(Ran ran) {
    return ran.output()
        .lines()
        .filter(line -> line.startsWith("work") || line.startsWith("check"))
        .toList();
  }

  @Test
  @DisplayName("A52 the second of three steps fails: first marked, third not run")
  void secondStepFails() throws IOException {
    host.script("b.sh", "echo work b; exit 1");

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertEquals(List.of("work a", "work b"), printed(ran));
    List<String> names = host.names(TestHost.FLAGS);
    assertEquals(2, names.size());
    assertTrue(names.stream().allMatch(name -> name.startsWith("a.sh")), names.toString());
  }

  @Test
  @DisplayName("A53 run again, the first is skipped and the second run")
  void runAgain() throws IOException {
    host.script("b.sh", "exit 1");
    host.run("apply");
    host.script("b.sh", "echo work b");

    assertEquals(List.of("work b", "work c"), printed(host.run("apply")));
  }

  @Test
  @DisplayName("A54 one of three checks fails: all run, the results are written, no history")
  void secondCheckFails() throws IOException {
    host.script("b_check.sh", "echo check b; exit 1");

    Ran ran = host.run("apply-check");

    assertEquals(1, ran.exit());
    assertEquals(List.of("check a", "check b", "check c"), printed(ran));
    assertEquals(
        "a_check.sh False\nb_check.sh True\nc_check.sh False", host.read(FLAGS + "/check_results"));
    assertFalse(host.exists(LEDGER));
    assertFalse(host.exists(FLAGS + "/apply-check_ALL_CHECKED"));
    assertEquals(1, ran.errors().size());
    assertTrue(ran.errors().getFirst().contains("step=\"b_check.sh\""), ran.stderr());
  }

  @Test
  @DisplayName("A54 two of three checks fail: one ERROR line, the other is a warning")
  void twoChecksFail() throws IOException {
    host.script("a_check.sh", "exit 7").script("b_check.sh", "exit 8");

    Ran ran = host.run("apply-check");

    assertEquals(1, ran.errors().size());
    assertTrue(ran.errors().getFirst().contains("step=\"a_check.sh\" exit_code=\"7\""));
    assertTrue(ran.warnings().getLast().contains("step=\"b_check.sh\" exit_code=\"8\""));
  }

  static Stream<Arguments> unexecutable() {
    return Stream.of(
        arguments("A55 U13 no interpreter", aStep("b_check.sh"), "#!/no/such\n"),
        arguments(
            "B42 a missing variable", aStep("b_check.sh").arguments("env:NOPE"), "#!/bin/bash\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unexecutable")
  void checkCannotBeExecuted(String rule, StepJson check, String script) throws IOException {
    Files.writeString(host.step("b_check.sh"), script);
    host.config(threeSteps().steps("apply-check", aStep("a_check.sh"), check, aStep("c_check.sh")));

    Ran ran = host.run("apply-check");

    assertEquals(1, ran.exit());
    assertEquals(List.of("check a", "check c"), printed(ran));
    assertEquals(
        "a_check.sh False\nb_check.sh True\nc_check.sh False", host.read(FLAGS + "/check_results"));
  }

  @Test
  @DisplayName("A56 U9 an older _ALL_CHECKED goes when a check fails, and comes with success")
  void allChecked() throws IOException {
    host.write(FLAGS + "/apply-check_ALL_CHECKED", "");
    host.script("b_check.sh", "exit 1");
    host.run("apply-check");
    assertFalse(host.exists(FLAGS + "/apply-check_ALL_CHECKED"));

    host.script("b_check.sh", "true");
    assertEquals(0, host.run("apply-check").exit());
    assertEquals("", host.read(FLAGS + "/apply-check_ALL_CHECKED"));
  }

  @Test
  @DisplayName(
      "A57 a package with config steps only: apply and its check are no-ops, history records")
  void configOnly() throws IOException {
    host.config(
        aPackage().steps("config", aStep("a.sh")).steps("config-check", aStep("a_check.sh")));

    Ran apply = host.run("apply");
    Ran check = host.run("apply-check");

    assertEquals(List.of(0, 0), List.of(apply.exit(), check.exit()));
    assertTrue(apply.warnings().getLast().contains("no steps for \"apply\": nothing to do"));
    assertTrue(check.warnings().getLast().contains("no steps for \"apply-check\""));
    assertTrue(host.read(LEDGER).contains("\"current-version\": \"1.1.6\""));
    assertFalse(host.exists(FLAGS + "/check_results"));
    assertFalse(host.exists(FLAGS + "/apply-check_ALL_CHECKED"));
  }

  @Test
  @DisplayName("A58 checks run though the work was skipped")
  void checksAlwaysRun() {
    host.run("apply");
    assertEquals(List.of(), printed(host.run("apply")));

    List<String> all = List.of("check a", "check b", "check c");
    assertEquals(all, printed(host.run("apply-check")));
    assertEquals(all, printed(host.run("apply-check")));
  }

  @ParameterizedTest(name = "A59 START is written, empty: {0}")
  @ValueSource(
      strings = {
        "uninstall",
        "uninstall-check",
        "upgrade",
        "upgrade-check",
        "apply",
        "apply-check",
        "config",
        "config-check",
        "post-interrupt",
        "post-interrupt-check"
      })
  void start(String mode) throws IOException {
    assertEquals(0, host.run(mode).exit());

    assertEquals("", host.read(FLAGS + "/START"));
  }

  @Test
  @DisplayName(
      "A60 U9 two packages in parallel: each exits by its own checks, shared files are whole")
  void inParallel() throws IOException, ExecutionException, InterruptedException {
    TestHost other = new TestHost(directory, "/var/lib/skyhook/demo/other-1.0.0-u-3");
    other.set("SKYHOOK_RESOURCE_ID", "demo-u-3_other_1.0.0");
    other.script("o.sh", "true").script("o_check.sh", "exit 1");
    other.config(
        aPackage()
            .with("package_name", "\"other\"")
            .version("1.0.0")
            .steps("apply", aStep("o.sh"))
            .steps("apply-check", aStep("o_check.sh")));
    String ours = "a_check.sh False\nb_check.sh False\nc_check.sh False";

    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 10; round++) {
        Future<Ran> passing = threads.submit(() -> host.run("apply-check"));
        Future<Ran> failing = threads.submit(() -> other.run("apply-check"));

        assertEquals(0, passing.get().exit(), passing.get().stderr());
        assertEquals(1, failing.get().exit(), failing.get().stderr());
        String results = host.read(FLAGS + "/check_results");
        assertTrue(List.of(ours, "o_check.sh True").contains(results), results);
      }
    }
    assertTrue(host.names(FLAGS).stream().noneMatch(name -> name.startsWith(".")));
  }

  @Test
  @DisplayName("A95 U11 a stop signal before the run: nothing is done")
  void stoppedBefore() throws IOException {
    List<String> before = host.everything();
    host.stop.raise();

    Ran ran = host.run("apply");

    assertEquals(1, ran.exit());
    assertTrue(ran.errors().getFirst().contains("stopped by a signal"), ran.stderr());
    assertEquals(before, host.everything());
  }

  @Test
  @DisplayName(
      "A97 U12 a failed step: one ERROR line with stage, step, code and log, also for the kubelet")
  void failedStep() throws IOException {
    Files.writeString(host.container.terminationLog(), "x".repeat(5000));
    host.script("b.sh", "exit 9");
    Ran ran = host.run("apply");

    assertEquals(1, ran.errors().size());
    String error = ran.errors().getFirst();
    String log = TestHost.LOGS + "/tuning/1.1.6/";
    String cause = "step \"b.sh\": step failed";
    String details = " stage=\"apply\" step=\"b.sh\" exit_code=\"9\" accepted=\"0\" log=\"" + log;
    assertTrue(error.contains("msg=\"" + cause + "\"" + details), error);
    String told = Files.readString(host.container.terminationLog());
    assertTrue(told.startsWith(cause + details), told);
    String path = error.substring(error.indexOf("log=\"") + 5, error.length() - 1);
    assertTrue(host.exists(path), path);
  }

  @Test
  @DisplayName("A97 U12 the termination log gets 4096 bytes at most, cut between characters")
  void longCause() throws IOException {
    Files.createFile(host.container.terminationLog());
    host.config(anApplyPackage().with("modes", "{\"" + "é".repeat(4000) + "\": []}"));

    host.run("apply");

    byte[] told = Files.readAllBytes(host.container.terminationLog());
    assertTrue(told.length == 4096 || told.length == 4095, Integer.toString(told.length));
    assertTrue(new String(told, java.nio.charset.StandardCharsets.UTF_8).endsWith("é"));
  }

  @Test
  @DisplayName("A97 U12 without a termination log none is made")
  void noTerminationLog() throws IOException {
    host.script("a.sh", "exit 1");
    host.run("apply");

    assertFalse(Files.exists(host.container.terminationLog()));
  }
}
