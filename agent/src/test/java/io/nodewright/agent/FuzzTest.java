package io.nodewright.agent;

import static io.nodewright.agent.PackageJson.aCheck;
import static io.nodewright.agent.PackageJson.aPackage;
import static io.nodewright.agent.StepJson.aStep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Mutated config.json files and interrupt payloads, through the entry that `main` uses, in one
/// process: never a stack trace, never a hang, always an exit code and a message of the contract
/// (06 §12, §14).
///
/// An input is made of its number alone; a failure names it.
class FuzzTest {

  private static final Duration NO_HANG = Duration.ofSeconds(20);
  private static final List<String> PAYLOADS =
      List.of(
          "{\"type\":\"service_restart\",\"services\":[\"containerd\",\"kubelet\"]}",
          "{\"type\":\"node_restart\"}",
          "{\"type\":\"no_op\"}",
          "{\"type\":\"restart_all_services\",\"services\":null}",
          "{\"other\":{\"a\":[1,2.5e3,true]},\"type\":\"script_interrupt\"}");

  private Path directory = Path.of("");
  private TestHost host;
  private List<String> configs = List.of();
  private final MutatedText mutated = new MutatedText(tokens());

  FuzzTest() throws IOException {
    // A file system in memory, if there is one: every run flushes what it writes.
    Path memory = Path.of("/dev/shm");
    directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "fuzz")
            : Files.createTempDirectory("fuzz");
    host = new TestHost(directory);
  }

  @BeforeEach
  void aHost() throws IOException {
    host.set("SKYHOOK_AGENT_WRITE_LOGS", "false");
    host.script("a.sh", "true").script("a_check.sh", "true").script("sub/b.sh", "true");
    host.write(TestHost.COPY + "/configmaps/key", "");
    configs = List.of(aRichConfig().json(), PackageJson.anApplyPackage().json());
  }

  @AfterEach
  void clean() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(directory)) {
      all = new ArrayList<>(files.toList());
    }
    for (Path file : all.reversed()) {
      Files.delete(file);
    }
  }

  private static PackageJson aRichConfig() {
    return aPackage()
        .with("root_dir", "\"/\"")
        .expects("key")
        .steps("apply", aStep("a.sh").arguments("plain", "it's", "env:HOME").codes("0, 2"))
        .steps("apply-check", aCheck())
        .steps("upgrade", aStep("sub/b.sh").upgradeStep().with("env", "{\"A\": \"1\"}"))
        .steps("upgrade-check", aCheck().inContainer())
        .steps("post-interrupt-check", aCheck().with("requires_interrupt", "true"));
  }

  private static List<String> tokens() {
    List<String> tokens = new ArrayList<>(MutatedText.JSON);
    for (String name :
        List.of(
            "schema_version",
            "package_name",
            "package_version",
            "modes",
            "returncodes",
            "upgrade_step",
            "type",
            "services",
            "apply",
            "config",
            "interrupt",
            "v1",
            "v2")) {
      tokens.add("\"" + name + "\"");
    }
    return tokens;
  }

  @Test
  @DisplayName("A98 U8 5,000 mutated config.json files and interrupt payloads")
  void someThousands() throws IOException {
    inputs(0, 5_000);
  }

  @Tag("slow")
  @Test
  @DisplayName("A98 U8 1,000,000 mutated config.json files and interrupt payloads")
  void oneMillion() throws IOException {
    inputs(1_000_000, 2_000_000);
  }

  private void inputs(int from, int to) throws IOException {
    int[] exits = new int[3];
    for (int number = from; number < to; number++) {
      long began = System.nanoTime();
      int exit;
      try {
        exit = number % 2 == 0 ? config(number) : payload(number);
      } catch (AssertionError e) {
        throw new AssertionError("input " + number, e);
      }
      exits[exit]++;
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertTrue(took.compareTo(NO_HANG) < 0, "input " + number + " took " + took);
    }
    // The mutations are neither all harmless nor all fatal, so both ways were taken.
    assertTrue(
        exits[0] > (to - from) / 50 && exits[1] > (to - from) / 5, exits[0] + " " + exits[1]);
  }

  private int config(int number) throws IOException {
    Random random = new Random(number);
    byte[] text = mutated.of(configs.get(random.nextInt(configs.size())), random);
    Files.write(host.path(TestHost.COPY + "/config.json"), text);
    // Most runs end before any step: this mode has none, unless a mutation gave it some.
    Ran ran = host.run(random.nextInt(200) == 0 ? "apply" : "post-interrupt");
    assertAnswer(ran);
    if (number % 20 == 0) {
      agreesWithValidate(ran);
    }
    return ran.exit();
  }

  /// What a run refuses as a config, `validate` refuses too.
  private void agreesWithValidate(Ran run) {
    Ran validated = host.runArguments("validate", host.path(TestHost.COPY).toString());
    assertEquals("", validated.stderr());
    assertTrue(validated.exit() == 0 || validated.exit() == 1);
    boolean refused = run.errors().stream().anyMatch(e -> e.contains("msg=\"config.json: "));
    boolean forItsFiles = run.stderr().contains("expected config file");
    assertTrue(!refused || forItsFiles || validated.exit() == 1, run.stderr());
  }

  private int payload(int number) {
    Random random = new Random(number);
    byte[] text = mutated.of(PAYLOADS.get(random.nextInt(PAYLOADS.size())), random);
    String data = Base64.getEncoder().encodeToString(text);
    if (random.nextInt(10) == 0) {
      data =
          new String(
              new MutatedText(List.of("=", "@", "-", "_", " ", "A")).of(data, random),
              StandardCharsets.ISO_8859_1);
    }
    // An empty PATH: what is still a good payload finds no program to run.
    String path = host.env.put("PATH", "/none");
    Ran ran = host.runArguments("interrupt", host.root.toString(), TestHost.COPY, data);
    host.set("PATH", String.valueOf(path));
    if (data.isEmpty()) {
      assertEquals(2, ran.exit());
      return 1;
    }
    assertAnswer(ran);
    return ran.exit();
  }

  private static void assertAnswer(Ran ran) {
    assertTrue(ran.exit() == 0 || ran.exit() == 1, "exit " + ran.exit());
    assertEquals(ran.exit(), ran.errors().size(), ran.stderr());
    for (String line : ran.stderr().lines().toList()) {
      assertTrue(line.startsWith("time="), ran.stderr());
    }
    for (String word : List.of("internal error", "Exception", "\tat ", "io.nodewright")) {
      assertTrue(!ran.stderr().contains(word), ran.stderr());
    }
    if (ran.exit() == 1) {
      String message = ran.errors().getFirst();
      assertTrue(message.matches(".* level=ERROR msg=\"" + CAUSE + ".*"), message);
    }
  }

  /// Every failure names its phase first (06 §12), but for the payload's own (06 §11).
  private static final String CAUSE =
      "(config\\.json|root_dir|marker|history|log|step \"|interrupt \"|interrupt data is"
          + "|interrupt service name|unknown interrupt type)";
}
