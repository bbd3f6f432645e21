package io.nodewright.cli.authoring;

import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Failure;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.ImageSource;
import io.nodewright.oci.registry.DockerConfig;
import io.nodewright.oci.registry.Push;
import io.nodewright.oci.registry.Registry;
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

/// `package push`.
@Command(
    name = "push",
    description = {
      "Push a built image to a registry, with the credentials of ~/.docker/config.json (docker login,",
      "or podman login --authfile). What the registry has already is not sent again."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} package push <layout or archive> <name:tag> [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright package push image registry.example/team/kernel-tune:1.0.0",
      "  kubectl nodewright package push kernel-tune.tar localhost:5000/kernel-tune:1.0.0"
    })
public final class PushCommand implements Callable<Integer> {

  private final Desk desk;

  @Option(
      names = "--plain-http",
      description = "Speak without TLS; for localhost that is so anyway.")
  private boolean plain;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  /// A command at that desk.
  public PushCommand(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    List<String> both = Desk.exactly(arguments, 2);
    ImageName as = ImageName.parse(both.getLast());
    try {
      Registry registry = Registry.parse(as.registry(), plain);
      WorkFolder work = WorkFolder.make("");
      try {
        push(new ImageSource(Path.of(both.getFirst())).layout(work.path()), registry, as);
      } finally {
        work.remove();
      }
    } catch (IOException e) {
      throw Desk.failure(e);
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()));
    }
    return 0;
  }

  private void push(ImageLayout image, Registry registry, ImageName as) throws IOException {
    boolean dry = desk.dryRun().getAsBoolean();
    String digest = image.manifest().digest();
    int uploads = 0;
    if (!dry) {
      Push push =
          new Push(
              registry,
              as.name(),
              DockerConfig.of(desk.environment()).credentials(registry.host()));
      digest = push.images(List.of(image), as.tag());
      uploads = push.uploads();
    }
    if (desk.format().get().document()) {
      ObjectNode json = Documents.object();
      json.put("image", as.text());
      json.put("digest", digest);
      json.put("uploads", uploads);
      json.put("dryRun", dry);
      desk.document(json);
    } else {
      desk.console()
          .result(
              "%s@%s (%s)"
                  .formatted(
                      as.text(),
                      digest,
                      dry ? "not pushed: dry run" : uploads + " blobs uploaded"));
    }
  }
}
