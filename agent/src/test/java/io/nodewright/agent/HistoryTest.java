package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Versions on the host (06 §9), and what an uninstall leaves (06 §8.3).
class HistoryTest {

  private static final String LEDGER = TestHost.STATE + "/history/tuning.json";
  private static final String TIME = "\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z\"";

  @TempDir Path directory;
  private TestHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new TestHost(directory);
    host.script("a.sh", "echo \"told <$PREVIOUS_VERSION> <$CURRENT_VERSION> <$*>\"");
    host.script("a_check.sh", "echo \"told <$PREVIOUS_VERSION> <$CURRENT_VERSION> <$*>\"");
    host.config(
        aPackage()
            .version("2.0.0")
            .steps("apply", aStep("a.sh"))
            .steps("apply-check", aCheck())
            .steps("upgrade", aStep("a.sh").upgradeStep())
            .steps("upgrade-check", aCheck())
            .steps("uninstall", aStep("a.sh").arguments("x"))
            .steps("uninstall-check", aCheck()));
  }

  private String told(String mode) {
    Ran ran = host.run(mode);
    assertEquals(0, ran.exit(), ran.stderr());
    return ran.output().lines().filter(line -> line.startsWith("told")).findFirst().orElseThrow();
  }

  @Test
  @DisplayName("A71 without history PREVIOUS is unknown and no file is made")
  void noHistory() {
    assertEquals("told <unknown> <2.0.0> <unknown 2.0.0>", told("upgrade"));
    assertFalse(host.exists(TestHost.STATE + "/history"));
  }

  @Test
  @DisplayName("A72 history 1.0.0 is told to upgrade and its check, which records the new version")
  void upgrade() throws IOException {
    host.write(
        LEDGER,
        "{\"current-version\":\"1.0.0\",\"history\":[{\"version\":\"1.0.0\",\"time\":\"t\"}]}");

    assertEquals("told <1.0.0> <2.0.0> <1.0.0 2.0.0>", told("upgrade"));
    assertEquals("told <1.0.0> <2.0.0> <>", told("upgrade-check"));

    assertTrue(
        host.read(LEDGER)
            .matches(
                """
                \\{
                  "current-version": "2.0.0",
                  "history": \\[
                    \\{
                      "version": "2.0.0",
                      "time": TIME
                    \\},
                    \\{
                      "version": "1.0.0",
                      "time": "t"
                    \\}
                  \\]
                \\}
                """
                    .replace("TIME", TIME)),
        host.read(LEDGER));
    assertEquals("told <2.0.0> <2.0.0> <2.0.0 2.0.0>", told("upgrade"));
  }

  @Test
  @DisplayName("A72 the other modes are told no versions")
  void untold() {
    assertEquals("told <> <> <>", told("apply"));
  }

  @Test
  @DisplayName("A73 a passed uninstall-check: uninstalled, markers of all modes gone, others stay")
  void uninstalled() throws IOException {
    told("apply");
    told("upgrade");
    told("uninstall");
    String flags = TestHost.STATE + "/flags/tuning/2.0.0";
    assertEquals(4, host.names(flags).size(), host.names(flags).toString());
    String interrupt = TestHost.STATE + "/interrupts/flags/rid/no_op.complete";
    host.write(interrupt, "");

    told("uninstall-check");

    assertEquals(List.of(), host.names(flags));
    assertTrue(host.read(LEDGER).contains("\"current-version\": \"uninstalled\""));
    assertTrue(host.exists(interrupt));
    assertTrue(host.exists(TestHost.STATE + "/flags/START"));
    assertFalse(host.names(TestHost.LOGS + "/tuning/2.0.0").isEmpty());
    assertEquals("told <uninstalled> <2.0.0> <uninstalled 2.0.0>", told("upgrade"));
  }

  @Test
  @DisplayName("A73 a failed uninstall-check leaves markers and history")
  void uninstallFailed() throws IOException {
    told("apply");
    told("apply-check");
    host.script("a_check.sh", "exit 1");

    assertEquals(1, host.run("uninstall-check").exit());

    assertEquals(2, host.names(TestHost.STATE + "/flags/tuning/2.0.0").size());
    assertTrue(host.read(LEDGER).contains("\"current-version\": \"2.0.0\""));
  }

  @Test
  @DisplayName("A74 of 100 entries and a new one 100 are left, newest first")
  void hundredEntries() throws IOException {
    String entries =
        IntStream.range(0, 100)
            .mapToObj(i -> "{\"version\": \"0.0." + (100 - i) + "\", \"time\": \"t\"}")
            .collect(Collectors.joining(", "));
    host.write(LEDGER, "{\"current-version\": \"0.0.100\", \"history\": [" + entries + "]}");

    told("apply-check");

    List<String> versions =
        host.read(LEDGER).lines().filter(line -> line.contains("\"version\"")).toList();
    assertEquals(100, versions.size());
    assertTrue(versions.getFirst().contains("\"2.0.0\""));
    assertTrue(versions.get(1).contains("\"0.0.100\""));
    assertTrue(versions.getLast().contains("\"0.0.2\""));
  }

  static Stream<Arguments> damaged() {
    return Stream.of(
        arguments("A75 not JSON", "{\"current-ver"),
        arguments("A75 empty", ""),
        arguments("A75 an array", "[]"),
        arguments("B53 a version that is no text", "{\"current-version\": 1}"),
        arguments("B53 an entry without time", "{\"history\": [{\"version\": \"1\"}]}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damaged")
  void damagedLedger(String rule, String text) throws IOException {
    host.write(LEDGER + ".backup", "an older one");
    host.write(LEDGER, text);
    assertEquals("told <unknown> <2.0.0> <unknown 2.0.0>", told("upgrade"));
    assertEquals(text, host.read(LEDGER + ".backup"));

    host.write(LEDGER, text);
    Ran ran = host.run("apply-check");
    assertEquals(0, ran.exit());
    assertTrue(ran.errors().getFirst().contains("msg=\"history: not a version history"));
    assertTrue(host.read(LEDGER).contains("\"current-version\": \"2.0.0\""));
  }

  static Stream<Arguments> withoutVersion() {
    return Stream.of(
        arguments("A75 field absent", "{\"history\": []}"),
        arguments("A75 field empty", "{\"current-version\": \"\", \"history\": []}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withoutVersion")
  void ledgerWithoutVersion(String rule, String text) throws IOException {
    host.write(LEDGER, text);

    assertEquals("told <unknown> <2.0.0> <unknown 2.0.0>", told("upgrade"));
    assertEquals(text, host.read(LEDGER));
  }

  @Test
  @DisplayName("A76 a ledger of 6.x is read, its entries are kept as they are")
  void olderLedger() throws IOException {
    String entry = "2024-05-06T07:08:09.123456+00:00";
    host.write(
        LEDGER,
        "{\"current-version\": \"1.5.0\", \"history\": [{\"version\": \"1.5.0\", \"time\": \""
            + entry
            + "\"}]}");

    assertEquals("told <1.5.0> <2.0.0> <1.5.0 2.0.0>", told("upgrade"));
    told("upgrade-check");

    assertTrue(host.read(LEDGER).contains("\"time\": \"" + entry + "\""));
  }

  @Test
  @DisplayName("B53 a directory in the ledger's place")
  void ledgerIsDirectory() throws IOException {
    Files.createDirectories(host.path(LEDGER));

    Ran ran = host.run("upgrade");

    assertEquals(1, ran.exit());
    assertTrue(ran.errors().getFirst().contains("history: cannot be read: "), ran.stderr());
  }
}
