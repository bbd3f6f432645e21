package io.nodewright.e2e.cluster;

import io.nodewright.images.process.ChildProcess;
import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.Descriptor;
import io.nodewright.oci.image.ImageArchive;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import io.nodewright.oci.registry.Credentials;
import io.nodewright.oci.registry.Push;
import io.nodewright.oci.registry.Registry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Images that a run needs beside the built ones: all stand on the agent image's Debian layer.
public final class TestImages {
  /// What holds a Pod's namespaces; never pulled.
  public static final String PAUSE = "nodewright.local/pause:1";

  /// A base for packages: a shell and what comes with it.
  public static final String SHELL = "shell";

  private static final Registry REGISTRY = Registry.parse(ImageRegistry.ADDRESS + "/e2e", true);
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final PackedLayer ground;

  /// @param folder where they are made
  /// @param agent the agent's image
  public TestImages(Path folder, ImageLayout agent) throws IOException {
    this.folder = Files.createDirectories(folder);
    Descriptor lowest = agent.layers().getFirst();
    try (InputStream in = Files.newInputStream(agent.blob(agent.config().digest()))) {
      JsonNode content = JSON.readTree(in).path("rootfs").path("diff_ids").path(0);
      this.ground =
          new PackedLayer(
              "Debian packages",
              agent.blob(lowest.digest()),
              lowest.digest(),
              lowest.size(),
              content.asString(""),
              0);
    }
  }

  /// The name under which nodes pull image `name`.
  public static String reference(String name, String tag) {
    return REGISTRY.reference(name, tag);
  }

  /// The repository of image `name`, without a tag.
  public static String repository(String name) {
    return REGISTRY.host() + "/" + REGISTRY.repository(name);
  }

  /// The archive of [#PAUSE].
  public Path pauseArchive() throws IOException {
    ImageLayout layout = write(PAUSE, List.of("/usr/bin/sleep", "infinity"), List.of(ground));
    Path archive = folder.resolve("pause.tar");
    ImageArchive.write(layout, archive);
    return archive;
  }

  /// Pushes [#SHELL].
  public void pushShell() throws IOException {
    String name = "e2e/" + SHELL + ":1";
    push(write(name, List.of("/usr/bin/sleep", "infinity"), List.of(ground)), SHELL, "1");
  }

  /// Pushes a built image.
  public static void push(ImageLayout image, String name, String tag) throws IOException {
    new Push(REGISTRY, name, Credentials.NONE).images(List.of(image), tag);
  }

  /// Pushes a package: the content of `source` at `/skyhook-package`.
  public void pushPackage(String name, String tag, Path source) throws IOException {
    pushFiles(name, tag, source, "skyhook-package");
  }

  /// Pushes the Debian layer with `source`, a file or a folder, at `path`; it runs `sleep`.
  public void pushFiles(String name, String tag, Path source, String path) throws IOException {
    Path root = Files.createDirectories(folder.resolve(name + "-root"));
    Path target = root.resolve(path);
    Files.createDirectories(target.getParent());
    new ChildProcess(List.of("cp", "-r", source.toString(), target.toString())).run();
    PackedLayer layer = Packing.pack(name, root, _ -> true, folder.resolve(name + ".tar.gz"));
    ImageLayout layout =
        write(
            "e2e/" + name + ":" + tag,
            List.of("/usr/bin/sleep", "infinity"),
            List.of(ground, layer));
    push(layout, name, tag);
  }

  private ImageLayout write(String name, List<String> entrypoint, List<PackedLayer> layers)
      throws IOException {
    return ImageLayout.write(
        folder.resolve("layout-" + Integer.toHexString(name.hashCode())),
        name,
        Architecture.here(),
        new ImageConfig(entrypoint, "0:0", Map.of()),
        layers);
  }
}
