package io.nodewright.agent;

import io.nodewright.agent.process.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A host that is a directory, with a package copy on it, and a way to run the agent there. Healthy
/// by default: prefix mode, package `tuning` 1.1.6 of NodeWright `demo`, no step files.
final class TestHost {

  static final String COPY = "/var/lib/skyhook/demo/tuning-1.1.6-u-3";
  static final String STATE = "/var/lib/skyhook/demo";
  static final String LOGS = "/var/log/skyhook/demo";
  static final String FLAGS = STATE + "/flags/tuning/1.1.6/";

  final Path root;
  final Map<String, String> env = new LinkedHashMap<>();
  final StopSignal stop = new StopSignal();
  final Container container;

  private final Path data;
  private final String copy;

  /// The directory is the test's own; the host's root is made in it.
  TestHost(Path directory) throws IOException {
    this(directory, COPY);
  }

  TestHost(Path directory, String copy) throws IOException {
    this.copy = copy;
    root = directory.resolve("root");
    data = directory.resolve("image");
    container =
        new Container(
            root.toString(),
            directory.resolve("container-resolv.conf"),
            directory.resolve("node-files"),
            directory.resolve("termination-log"));
    Files.createDirectories(root.resolve("etc"));
    Files.createDirectories(path(copy + "/skyhook_dir"));
    env.put("PATH", "/usr/local/bin:/usr/bin:/bin");
    env.put("SKYHOOK_RESOURCE_ID", "demo-u-3_tuning_1.1.6");
    env.put("SKYHOOK_ROOT_DIR", STATE);
    env.put("SKYHOOK_LOG_DIR", LOGS);
    env.put("SKYHOOK_DATA_DIR", data.toString());
    env.put("COPY_RESOLV", "false");
    env.put("NODEWRIGHT_AGENT_ROOT_MODE", "prefix");
  }

  /// Root is really changed: needs rights and programs on the host.
  TestHost changingRoot() throws IOException {
    env.remove("NODEWRIGHT_AGENT_ROOT_MODE");
    HostPrograms.install(root);
    return this;
  }

  Path path(String hostPath) {
    return root.resolve(hostPath.substring(1));
  }

  Path step(String path) {
    return path(copy + "/skyhook_dir/" + path);
  }

  Path imageDirectory() {
    return data;
  }

  TestHost set(String name, String value) {
    env.put(name, value);
    return this;
  }

  TestHost config(PackageJson config) throws IOException {
    return config(config.json());
  }

  TestHost config(String json) throws IOException {
    write(copy + "/config.json", json);
    return this;
  }

  /// A bash script of that body.
  TestHost script(String path, String body) throws IOException {
    writeScript(step(path), body);
    return this;
  }

  /// The same in the package image that an absent COPY is filled from.
  void imageScript(String path, String body) throws IOException {
    writeScript(data.resolve("skyhook_dir").resolve(path), body);
  }

  private static void writeScript(Path file, String body) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, "#!/bin/bash\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  void write(String hostPath, String text) throws IOException {
    Path file = path(hostPath);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  String read(String hostPath) throws IOException {
    return Files.readString(path(hostPath));
  }

  boolean exists(String hostPath) {
    return Files.exists(path(hostPath), LinkOption.NOFOLLOW_LINKS);
  }

  /// Names in a directory of the host, sorted; none if it is not there.
  List<String> names(String hostPath) throws IOException {
    if (!exists(hostPath)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(path(hostPath))) {
      return entries.map(entry -> String.valueOf(entry.getFileName())).sorted().toList();
    }
  }

  /// Everything below a directory of the host with its content, to see that nothing changed.
  List<String> everything() throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> entries = Files.walk(root)) {
      for (Path entry : (Iterable<Path>) entries.sorted()::iterator) {
        String content =
            Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                ? Files.readString(entry, StandardCharsets.ISO_8859_1)
                : "";
        all.add(entry + " " + content);
      }
    }
    return all;
  }

  /// A stand-in for a program of the host that writes each call into `/calls`, then does that.
  TestHost hostProgram(String name, String body) throws IOException {
    boolean changesRoot = !env.containsKey("NODEWRIGHT_AGENT_ROOT_MODE");
    String calls = changesRoot ? "/calls" : path("/calls").toString();
    writeScript(path("/usr/bin/" + name), "echo \"" + name + " $*\" >> " + calls + "\n" + body);
    return this;
  }

  /// The calls of stand-ins, in order.
  List<String> calls() throws IOException {
    return exists("/calls") ? read("/calls").lines().map(String::strip).toList() : List.of();
  }

  TestHost bootId(String id) throws IOException {
    write("/proc/sys/kernel/random/boot_id", id + "\n");
    return this;
  }

  /// Runs an interrupt of that payload.
  Ran interrupt(String json) {
    return runArguments("interrupt", root.toString(), copy, base64(json));
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  Ran run(String mode) {
    return runArguments(mode, root.toString(), copy);
  }

  Ran runArguments(String... arguments) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    return run(stdout, arguments);
  }

  Ran run(OutputStream stdout, String... arguments) {
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    int exit =
        new Agent(container, InstantSource.system(), stop)
            .run(List.of(arguments), env, stdout, stderr);
    return new Ran(exit, stdout.toString(), stderr.toString(StandardCharsets.UTF_8));
  }
}
