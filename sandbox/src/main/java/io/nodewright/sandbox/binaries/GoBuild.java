package io.nodewright.sandbox.binaries;

import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Builds programs from their Go modules.
///
/// Each is built in a module of our own whose only requirement is the program's module. Upstream's
/// own replacements do not reach such a module, so [GoModule] writes them anew.
final class GoBuild {
  private static final Logger LOG = LoggerFactory.getLogger(GoBuild.class);
  private static final Pattern GO_MOD = Pattern.compile("\"GoMod\":\\s*\"([^\"]+)\"");
  private static final int LOG_BYTES = 2000;

  private final String go;
  private final ProgramCache cache;

  private GoBuild(String go, ProgramCache cache) {
    this.go = go;
    this.cache = cache;
  }

  /// A build with this computer's Go; empty when it has none.
  static Optional<GoBuild> on(ProgramCache cache) {
    return HostPrograms.find("go").map(go -> new GoBuild(go, cache));
  }

  /// Builds `program` into the cache. Takes minutes.
  ///
  /// @throws IOException when it does not build; the text has the end of Go's output
  void build(KubeProgram program) throws IOException {
    LOG.info("building {} from {}", program.name(), program.moduleAtVersion());
    Path work =
        cache.folder().resolve(".modules").resolve(program.moduleAtVersion().replace('/', '+'));
    Files.createDirectories(work);
    Path log = work.resolve(program.name() + ".log");
    Files.deleteIfExists(work.resolve("go.mod"));
    run(work, log, List.of(go, "mod", "download", "-json", program.moduleAtVersion()));
    Matcher found = GO_MOD.matcher(Files.readString(log));
    if (!found.find()) {
      throw new IOException(log + ": go names no go.mod of " + program.moduleAtVersion());
    }
    Files.writeString(
        work.resolve("go.mod"),
        GoModule.requiring(program, Files.readString(Path.of(found.group(1)))));
    Path made = cache.folder().resolve("." + program.name() + ".new");
    List<String> build = new ArrayList<>(List.of(go, "build", "-ldflags", program.linkFlags()));
    if (!program.tags().isEmpty()) {
      build.addAll(List.of("-tags", program.tags()));
    }
    build.addAll(List.of("-o", made.toString(), program.mainPackage()));
    run(work, log, build);
    cache.accept(program, made);
  }

  private static void run(Path folder, Path log, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .putAll(Map.of("CGO_ENABLED", "0", "GOFLAGS", "-mod=mod -buildvcs=false", "GOWORK", "off"));
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    try {
      int status = builder.start().waitFor();
      if (status != 0) {
        throw new IOException(
            "%s: ended with status %d; the end of %s:%n%s"
                .formatted(
                    String.join(" ", command.subList(0, 2)),
                    status,
                    log,
                    LogTail.of(log, LOG_BYTES)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while building", e);
    }
  }
}
