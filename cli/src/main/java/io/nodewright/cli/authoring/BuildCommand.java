package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.cli.console.UsageFailure;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.registry.DockerConfig;
import io.nodewright.oci.registry.Pull;
import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.image.BaseImage;
import io.nodewright.packages.image.PackageImage;
import io.nodewright.packages.lint.Issue;
import io.nodewright.packages.lint.Lint;
import io.nodewright.packages.trial.WorkFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `package build`.
@Command(
    name = "build",
    description = {
      "Build the image of a package, without a container engine: the package on a base, as a folder in",
      "the OCI image layout or as one file. Equal files on an equal base give an equal image."
    },
    customSynopsis =
        "${ROOT-COMMAND-NAME} package build <folder> --base <image> --layout <folder> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package build kernel-tune --base this-computer --layout image",
      "  kubectl nodewright package build kernel-tune --base docker.io/busybox:stable \\",
      "    --layout image",
      "  kubectl nodewright package build kernel-tune --base busybox.tar --archive kernel-tune.tar \\",
      "    --tag registry.example/team/kernel-tune:1.0.0"
    })
public final class BuildCommand implements Callable<Integer> {

  private final Desk desk;

  @Option(
      names = "--base",
      paramLabel = "<image>",
      description = {
        "An image with a shell: an OCI layout or archive, or REGISTRY/NAME with a tag or digest;",
        "or this-computer, for this computer's sh, mkdir, cp."
      })
  private String base = "";

  @Option(
      names = "--plain-http",
      description = "Speak to the base's registry without TLS; for localhost that is so anyway.")
  private boolean plain;

  @Option(names = "--layout", paramLabel = "<folder>", description = "Write an OCI image layout.")
  private String layout = "";

  @Option(
      names = "--archive",
      paramLabel = "<file>",
      description = "Write one file, for docker load, podman load and ctr images import.")
  private String archive = "";

  @Option(
      names = "--tag",
      paramLabel = "<name:tag>",
      description = "The image's name (default: name and version of the package).")
  private String tag = "";

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public BuildCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    String folder = Desk.exactly(arguments, 1).getFirst();
    if (base.isEmpty()) {
      throw new UsageFailure(
          "no --base: name an image with a shell, in the OCI layout, an archive or a registry, or"
              + " this-computer");
    }
    if (layout.isEmpty() == archive.isEmpty()) {
      throw new UsageFailure("expected one of --layout and --archive");
    }
    try {
      PackageFolder source = PackageFolder.read(Path.of(folder));
      refuseBroken(folder);
      ImageName named = ImageName.parse(tag.isEmpty() ? PackageImage.nameOf(source) : tag);
      String version = PackageImage.tagOf(source);
      if (!named.tag().equals(version)) {
        desk.console()
            .warning(
                "the tag %s is not the package's version, %s: a node runs the version that the resource names"
                    .formatted(named.tag(), version));
      }
      String name = named.text();
      WorkFolder work = WorkFolder.make("");
      try {
        tell(name, built(new PackageImage(source, base(), name), work.path()));
      } finally {
        work.remove();
      }
    } catch (IOException e) {
      throw Desk.failure(e);
    }
    return 0;
  }

  /// What a node would refuse is not worth an image.
  private static void refuseBroken(String folder) throws IOException {
    List<Issue> errors =
        Lint.of(Path.of(folder)).stream()
            .filter(issue -> issue.level() == Issue.Level.ERROR)
            .toList();
    if (!errors.isEmpty()) {
      throw new Failure(
          "%s: %s; all that is wrong: kubectl nodewright package validate %s"
              .formatted(folder, errors.getFirst().line(), folder));
    }
  }

  private BaseImage base() throws IOException {
    DockerConfig config = DockerConfig.of(desk.environment());
    return BaseImage.parse(base, image -> new Pull(image, plain, config.credentials(image.host())));
  }

  private ImageLayout built(PackageImage image, Path work) throws IOException {
    if (desk.dryRun().getAsBoolean()) {
      return image.layout(work.resolve("dry-run"), work);
    }
    return layout.isEmpty()
        ? image.archive(Path.of(archive), work)
        : image.layout(Path.of(layout), work);
  }

  private void tell(String name, ImageLayout built) throws IOException {
    String where = layout.isEmpty() ? archive : layout;
    String digest = built.manifest().digest();
    if (desk.format().get().document()) {
      ObjectNode json = Documents.object();
      json.put("image", name);
      json.put("digest", digest);
      json.put("written", where);
      json.put("architecture", built.architecture());
      json.put("dryRun", desk.dryRun().getAsBoolean());
      desk.document(json);
    } else {
      desk.console().result("%s %s".formatted(name, digest));
    }
  }
}
