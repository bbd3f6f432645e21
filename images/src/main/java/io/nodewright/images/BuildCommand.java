package io.nodewright.images;

import io.nodewright.images.process.ChildProcess;
import io.nodewright.images.program.Program;
import io.nodewright.oci.layer.PackedLayer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `images build`.
@Command(
    name = "build",
    description = "Build the images; what runs when no command is named.",
    mixinStandardHelpOptions = true)
final class BuildCommand implements Callable<Integer> {
  private static final double MEBIBYTE = 1 << 20;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where images are written; target/images of the project by default.")
  private String out = "";

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "operator or agent; both by default.")
  private List<String> only = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "PATH",
      defaultValue = "nodewright",
      description = "What comes before an image's name (default: ${DEFAULT-VALUE}).")
  private String prefix = "nodewright";

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "The images' tag; the project's version by default.")
  private String tag = "";

  @Option(
      names = "--no-start-cache",
      description =
          "Leave out the layer that makes starts fast; all that is left can be built again byte for byte.")
  private boolean noStartCache;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    BuildSettings settings = settings();
    List<Program> programs =
        Program.ALL.stream()
            .filter(program -> only.isEmpty() || only.contains(program.name()))
            .toList();
    if (programs.isEmpty()) {
      spec.commandLine().getErr().println("--only: neither operator nor agent: " + only);
      return 2;
    }
    for (Program program : programs) {
      print(settings.imageName(program.name()), new ImageBuild(program, settings).run());
    }
    return 0;
  }

  private BuildSettings settings() throws IOException {
    Path project = ProjectFolder.path();
    String version = ProjectVersion.of(project);
    return new BuildSettings(
        project,
        out.isEmpty() ? ProjectFolder.images() : Path.of(out).toAbsolutePath(),
        Caches.folder().resolve("nodewright-images"),
        Path.of(System.getProperty("java.home")),
        prefix,
        tag.isEmpty() ? version : tag,
        version,
        revision(project),
        !noStartCache);
  }

  /// The commit; empty for sources that differ from it, or come without git.
  private static String revision(Path project) {
    String git = "-C";
    try {
      String changed =
          new ChildProcess(List.of("git", git, project.toString(), "status", "--porcelain")).run();
      return changed.isBlank()
          ? new ChildProcess(List.of("git", git, project.toString(), "rev-parse", "HEAD"))
              .run()
              .strip()
          : "";
    } catch (IOException e) {
      return ""; // an unpacked archive of the sources
    }
  }

  private void print(String name, BuiltImage image) throws IOException {
    PrintWriter to = spec.commandLine().getOut();
    to.printf("%s (%s)%n", name, image.layout().architecture());
    for (PackedLayer layer : image.layers()) {
      to.printf(
          "  %-16s %6.1f MiB, %6.1f packed  %s%n",
          layer.title(), layer.contentSize() / MEBIBYTE, layer.size() / MEBIBYTE, layer.digest());
    }
    to.printf("  %-16s %s%n", "image", image.layout().manifest().digest());
    to.printf("  %-16s %s%n", "without cache", image.plainDigest());
    to.printf("  %-16s %s%n", "layout", image.layout().folder());
    to.printf("  %-16s %s%n", "archive", image.archive());
    to.printf("  %-16s %s%n", "components", image.components());
    to.flush();
  }
}
