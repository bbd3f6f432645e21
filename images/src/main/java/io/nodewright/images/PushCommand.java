package io.nodewright.images;

import io.nodewright.images.program.Program;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.registry.DockerConfig;
import io.nodewright.oci.registry.Push;
import io.nodewright.oci.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `images push`.
@Command(
    name = "push",
    description = {
      "Push built images to a registry, with the credentials of ~/.docker/config.json.",
      "The lists of components go along, each with its image."
    },
    mixinStandardHelpOptions = true)
final class PushCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "REGISTRY",
      description = "HOST[:PORT][/PATH], as in registry.example.com/team.")
  private String registry = "";

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = {
        "Where built images are; target/images of the project by default. Given several times, for",
        "images that were built on computers of several kinds: they are pushed under one name."
      })
  private List<Path> from = List.of();

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "Another tag than the one that they were built with.")
  private String tag = "";

  @Option(
      names = "--plain-http",
      description = "Speak without TLS; for localhost that is so anyway.")
  private boolean plain;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Registry to = Registry.parse(registry, plain);
    List<Path> folders = from.isEmpty() ? List.of(ProjectFolder.images()) : from;
    int pushed = 0;
    for (Program program : Program.ALL) {
      List<ImageLayout> images = new ArrayList<>();
      for (Path folder : folders) {
        if (Files.isRegularFile(folder.resolve(program.name()).resolve("index.json"))) {
          images.add(new ImageLayout(folder.resolve(program.name())));
        }
      }
      if (!images.isEmpty()) {
        push(program.name(), images, to);
        pushed++;
      }
    }
    if (pushed == 0) {
      throw new IOException(folders + ": no images there; build them first: nodewright images");
    }
    return 0;
  }

  private void push(String name, List<ImageLayout> images, Registry to) throws IOException {
    String full = images.getFirst().name();
    String as = tag.isEmpty() ? full.substring(full.lastIndexOf(':') + 1) : tag;
    Push push = new Push(to, name, DockerConfig.of(System.getenv()).credentials(to.host()));
    String digest = push.images(images, as);
    for (ImageLayout image : images) {
      Path components = image.folder().resolveSibling(name + ".cdx.json");
      if (Files.isRegularFile(components)) {
        push.components(image, components);
      }
    }
    spec.commandLine()
        .getOut()
        .printf("%s@%s (%d blobs uploaded)%n", to.reference(name, as), digest, push.uploads());
  }
}
