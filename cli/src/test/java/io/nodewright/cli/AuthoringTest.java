package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.cli.authoring.Desk;
import io.nodewright.cli.authoring.InitCommand;
import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Format;
import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.Packing;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The commands for people who write packages. None needs a cluster.
class AuthoringTest {

  @TempDir Path folder;

  private Transcript run(String... words) {
    return Transcript.of(Map.of("HOME", folder.toString()), words);
  }

  private Path begun() {
    Path demo = folder.resolve("demo");
    Transcript begun = run("package", "init", "demo", "--directory", demo.toString());
    assertEquals(0, begun.code(), begun::err);
    return demo;
  }

  @Test
  @DisplayName("init without a terminal takes what is proposed; the result validates")
  void initAndValidate() {
    Path demo = begun();
    assertTrue(Files.isExecutable(demo.resolve("skyhook_dir/apply.sh")));
    assertEquals(
        new Transcript(0, demo + ": good\n", ""), run("package", "validate", demo.toString()));
  }

  @Test
  @DisplayName("init --dry-run names the files and writes none")
  void initDryRun() {
    Path demo = folder.resolve("demo");
    Transcript ran = run("package", "init", "demo", "--directory", demo.toString(), "--dry-run");
    assertEquals(0, ran.code());
    assertTrue(ran.out().contains(demo + "/config.json\n"), ran::out);
    assertTrue(Files.notExists(demo));
  }

  @Test
  @DisplayName("init names what is wrong with a name, a stage, an interrupt, a folder")
  void initWrong() {
    assertEquals(
        "Error: invalid stage \"aply\": expected one of apply, config, upgrade, post-interrupt,"
            + " uninstall\n",
        run("package", "init", "demo", "--stages", "aply").err());
    assertTrue(run("package", "init", "De_mo").err().startsWith("Error: invalid package name"));
    assertTrue(
        run("package", "init", "demo", "--interrupt", "restart")
            .err()
            .startsWith("Error: invalid interrupt \"restart\": expected none, reboot,"));
    Path demo = begun();
    Transcript again = run("package", "init", "demo", "--directory", demo.toString());
    assertEquals(1, again.code());
    assertEquals(
        "Error: " + demo + ": is there already; name another with --directory\n", again.err());
  }

  @Test
  @DisplayName("validate: exit 1 with an error, 0 with a warning, 1 with a warning under --strict")
  void validateExitCodes() throws IOException {
    Path demo = begun();
    Files.writeString(demo.resolve("skyhook_dir/left.sh"), "#!/bin/sh\ntrue\n");
    Transcript warned = run("package", "validate", demo.toString());
    assertEquals(
        new Transcript(
            0,
            """
            WARN skyhook_dir/left.sh: no step uses this file
                  fix: remove it, or name it in config.json or in a script
            %s: 0 errors, 1 warning
            """
                .formatted(demo),
            ""),
        warned);
    assertEquals(1, run("package", "validate", demo.toString(), "--strict").code());
    Files.writeString(demo.resolve("skyhook_dir/left.sh"), "#!/bin/sh\nif\n");
    Transcript refused = run("package", "validate", demo.toString(), "-o", "json");
    assertEquals(1, refused.code());
    assertTrue(
        refused.out().contains("\"file\": \"skyhook_dir/left.sh\",\n    \"place\": \"3\""),
        refused::out);
  }

  @Test
  @DisplayName(
      "build says why a registry is not reached, and builds nothing that a node would refuse")
  void buildWrong() throws IOException {
    Path demo = begun();
    String at = "localhost:" + freePort();
    assertEquals(
        "Error: cannot reach " + at + ": connection refused\n",
        built(demo, "--base", at + "/busybox:1").err());
    assertEquals(
        "Error: cannot reach nowhere.invalid: no such host\n",
        built(demo, "--base", "nowhere.invalid/busybox:1").err());
    Transcript tagged = built(demo, "--base", "this-computer", "--tag", "demo:2.0.0", "--dry-run");
    assertEquals(
        "Warning: the tag 2.0.0 is not the package's version, 1.0.0: a node runs the version that the"
            + " resource names\n",
        tagged.err());
    Files.writeString(demo.resolve("skyhook_dir/apply.sh"), "#!/bin/sh\nif\n");
    Transcript broken = built(demo, "--base", "this-computer");
    assertEquals(1, broken.code());
    assertTrue(
        broken.err().startsWith("Error: " + demo + ": ERROR skyhook_dir/apply.sh:3: "),
        broken::err);
  }

  private Transcript built(Path source, String... more) {
    List<String> words = new ArrayList<>(List.of("package", "build", source.toString()));
    words.addAll(List.of("--layout", folder.resolve("image").toString()));
    words.addAll(List.of(more));
    return run(words.toArray(String[]::new));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  @DisplayName(
      "run names a change of a key that there is not, and an upgrade from the same version")
  void runWrong() {
    Path demo = begun();
    assertEquals(
        "Error: invalid --change \"setings\": there is no such key to change; keys: settings\n",
        run("package", "run", demo.toString(), "--config", "settings=a", "--change", "setings=b")
            .err());
    assertEquals(
        "Error: invalid --upgrade-from \"%s\": has the same version, 1.0.0, and a node would not upgrade\n"
            .formatted(demo),
        run("package", "run", demo.toString(), "--upgrade-from", demo.toString()).err());
  }

  @Test
  @DisplayName("validate of a folder that is none")
  void validateNothing() {
    Transcript ran = run("package", "validate", folder.resolve("no").toString());
    assertEquals(1, ran.code());
    assertTrue(ran.out().startsWith("ERROR config.json: "), ran::out);
    assertEquals(1, run("package", "validate").code());
  }

  @Test
  @DisplayName(
      "build and push: what the registry has is what was built; a second push sends nothing")
  void buildAndPush() throws IOException {
    Path demo = begun();
    Path image = folder.resolve("image");
    try (StandInRegistry registry = new StandInRegistry("writer", "open-sesame")) {
      Map<String, String> environment = loggedIn(registry);
      String name = registry.address() + "/team/demo:1.0.0";
      Transcript built =
          run(
              "package",
              "build",
              demo.toString(),
              "--base",
              "this-computer",
              "--layout",
              image.toString(),
              "--tag",
              name);
      assertEquals(0, built.code(), built::err);
      String digest = built.out().strip().substring(name.length() + 1);
      Transcript pushed = Transcript.of(environment, "package", "push", image.toString(), name);
      assertEquals(
          new Transcript(0, "%s@%s (3 blobs uploaded)\n".formatted(name, digest), ""), pushed);
      assertEquals(
          Files.readString(image.resolve("blobs").resolve(digest.replace(':', '/'))),
          registry.content("team/demo", "1.0.0"));
      assertEquals(
          "%s@%s (0 blobs uploaded)\n".formatted(name, digest),
          Transcript.of(environment, "package", "push", image.toString(), name).out());
      Transcript stranger = run("package", "push", image.toString(), name);
      assertEquals(1, stranger.code());
      assertTrue(stranger.err().contains("docker login " + registry.address()), stranger::err);
    }
  }

  @Test
  @DisplayName(
      "build on a base that a registry has: the image that the same base as a folder gives")
  void buildOnStoredBase() throws IOException {
    Path demo = begun();
    Path base = folder.resolve("base");
    try (StandInRegistry registry = new StandInRegistry("writer", "open-sesame")) {
      Map<String, String> environment = loggedIn(registry);
      String name = registry.address() + "/bases/shell:1";
      writeBase(base);
      assertEquals(0, Transcript.of(environment, "package", "push", base.toString(), name).code());

      Transcript stored = build(environment, demo, name, folder.resolve("stored"));
      assertEquals(new Transcript(0, stored.out(), ""), stored);
      assertEquals(
          build(environment, demo, base.toString(), folder.resolve("own")).out(), stored.out());

      Transcript absent = build(environment, demo, name + "2", folder.resolve("absent"));
      assertEquals(
          new Transcript(1, "", "Error: " + name + "2: the registry has no such image\n"), absent);
      Transcript stranger = build(Map.of(), demo, name, folder.resolve("stranger"));
      assertTrue(stranger.err().contains("docker login " + registry.address()), stranger::err);
    }
  }

  /// What `docker login` leaves behind.
  private Map<String, String> loggedIn(StandInRegistry registry) throws IOException {
    Path docker = Files.createDirectories(folder.resolve("docker"));
    Files.writeString(docker.resolve("config.json"), registry.credentials());
    return Map.of("DOCKER_CONFIG", docker.toString());
  }

  /// A layout with what a node takes a package out with, and nothing else.
  private void writeBase(Path layout) throws IOException {
    Path root = folder.resolve("base-root");
    Files.createDirectories(root.resolve("bin"));
    for (String program : List.of("sh", "mkdir", "cp")) {
      Files.writeString(root.resolve("bin").resolve(program), program);
    }
    ImageLayout.write(
        layout,
        "shell:1",
        Architecture.here(),
        new ImageConfig(List.of("/bin/sh"), "0:0", Map.of()),
        List.of(Packing.pack("base", root, _ -> true, folder.resolve("base.layer"))));
  }

  private static Transcript build(
      Map<String, String> environment, Path source, String base, Path layout) {
    return Transcript.of(
        environment,
        "package",
        "build",
        source.toString(),
        "--base",
        base,
        "--layout",
        layout.toString());
  }

  @Test
  @DisplayName("build without a base, with a base that has no shell, onto something that is there")
  void buildRefused() throws IOException {
    Path demo = begun();
    Path image = Files.createDirectories(folder.resolve("image"));
    Files.writeString(image.resolve("mine"), "x");
    assertTrue(
        run("package", "build", demo.toString(), "--layout", image.toString())
            .err()
            .startsWith("Error: no --base: name an image with a shell"));
    Transcript there =
        run(
            "package",
            "build",
            demo.toString(),
            "--base",
            "this-computer",
            "--layout",
            image.toString());
    assertEquals(
        "Error: " + image + ": is there already; remove it, or name another\n", there.err());
    Transcript none =
        run(
            "package",
            "build",
            demo.toString(),
            "--base",
            demo.toString(),
            "--archive",
            folder.resolve("a.tar").toString());
    assertTrue(
        none.err().contains(": no image in the OCI layout; write one with: skopeo"), none::err);
    for (String wrong : List.of("demo", "demo:", "a b:1", "http://x/demo:1")) {
      Transcript ran =
          run(
              "package",
              "build",
              demo.toString(),
              "--base",
              "this-computer",
              "--layout",
              folder.resolve("other").toString(),
              "--tag",
              wrong);
      assertEquals(1, ran.code());
      assertTrue(ran.err().startsWith("Error: invalid image name \"" + wrong + "\""), ran::err);
    }
    assertTrue(Files.notExists(folder.resolve("other")));
  }

  @Test
  @DisplayName("diff of two versions")
  void diff() throws IOException {
    Path demo = begun();
    Path newer = folder.resolve("newer");
    run("package", "init", "demo", "--directory", newer.toString(), "--package-version", "1.1.0");
    Files.writeString(newer.resolve("skyhook_dir/files/defaults"), "color = white\n");
    assertEquals(
        new Transcript(
            0,
            """
            ~ version 1.0.0: now 1.1.0
            ~ file skyhook_dir/files/defaults: other content
            """,
            ""),
        run("package", "diff", demo.toString(), newer.toString()));
    assertEquals(
        new Transcript(0, "", "No difference.\n"),
        run("package", "diff", demo.toString(), demo.toString()));
  }

  @Test
  @DisplayName("init on a terminal asks for what no flag says; an empty line takes the proposal")
  void initAsks() {
    ByteArrayOutputStream asked = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(asked, false, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("config, uninstall\n\n")));
    Path demo = folder.resolve("demo");
    Desk desk = new Desk(console, () -> Format.TABLE, () -> false, () -> true, Map.of());
    int code =
        new CommandLine(new InitCommand(desk))
            .execute("demo", "--directory", demo.toString(), "--package-version", "2.0.0");
    assertEquals(0, code);
    String questions = asked.toString(StandardCharsets.UTF_8);
    assertTrue(questions.contains("[apply,config,uninstall]: "), questions);
    assertTrue(questions.contains("Interrupt (none, reboot, service:NAME) [none]: "), questions);
    assertFalse(questions.contains("Version"), questions);
    assertTrue(Files.exists(demo.resolve("skyhook_dir/config.sh")));
    assertTrue(Files.notExists(demo.resolve("skyhook_dir/apply.sh")));
  }

  @Test
  @DisplayName("completion offers the commands, and leaves folders to the shell")
  void completion() {
    String commands = run("__complete", "package", "").out();
    for (String each : List.of("init", "validate", "run", "build", "push", "diff", "status")) {
      assertTrue(commands.contains(each + "\n"), commands);
    }
    assertEquals(":0\n", run("__complete", "package", "validate", "").out());
    assertTrue(run("__complete", "package", "build", "--").out().contains("--base\n"));
  }
}
