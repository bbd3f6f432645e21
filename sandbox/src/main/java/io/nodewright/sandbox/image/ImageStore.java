package io.nodewright.sandbox.image;

import io.nodewright.sandbox.binaries.ProgramCache;
import io.nodewright.sandbox.machine.EtcSeed;
import io.nodewright.sandbox.process.FolderCopy;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The images that pods of a sandbox can use. What is put in can be used at once.
public final class ImageStore {
  private static final String BASE = "base";

  /// Where the agent's caches outlive the store.
  private static final Path AGENT_CACHES =
      ProgramCache.caches(System.getenv()).resolve("nodewright-agent");

  private final Path folder;
  private final ImageInbox inbox;
  private final Map<String, Image> images = new ConcurrentHashMap<>();

  private ImageStore(Path folder, ImageInbox inbox) {
    this.folder = folder;
    this.inbox = inbox;
  }

  /// An empty store in `folder`, whose former content is removed.
  ///
  /// @param inbox has images that others offer
  public static ImageStore in(Path folder, ImageInbox inbox) throws IOException {
    FolderRemoval.of(folder);
    Files.createDirectories(folder);
    EtcSeed.plant(folder.resolve(BASE));
    return new ImageStore(folder, inbox);
  }

  /// Where its layers lie.
  public Path folder() {
    return folder;
  }

  /// The image called `reference`: `name:tag`, `name@sha256:…`, or `name`, which means
  /// `name:latest`.
  ///
  /// @throws IOException when it is offered but cannot be read
  public Optional<Image> find(String reference) throws IOException {
    Optional<Image> image = Optional.ofNullable(images.get(full(reference)));
    Optional<Path> offered = image.isPresent() ? Optional.empty() : inbox.find(reference);
    if (offered.isPresent()) {
      addPackage(reference, offered.get());
      return Optional.ofNullable(images.get(full(reference)));
    }
    return image;
  }

  /// Puts in a package: the content of `source` at `/skyhook-package`, on this computer's `/usr`.
  public void addPackage(String reference, Path source) throws IOException {
    Path layer = newLayer();
    FolderCopy.of(source, layer.resolve("skyhook-package"));
    put(reference, List.of(layer), Image.Ground.USR, Image.Config.empty());
  }

  /// Puts in the agent of this build, from this JVM's class path.
  ///
  /// @throws IllegalStateException when the agent is not on the class path
  public void addAgent(String reference) throws IOException {
    Path layer = newLayer();
    List<String> command = AgentProgram.install(layer, AGENT_CACHES);
    put(reference, List.of(layer), Image.Ground.USR_AND_JDK, Image.Config.running(command));
  }

  /// Puts in the files below `source`, on this computer's `/usr`: an image for tests.
  ///
  /// @param entrypoint the program and its first arguments
  public void addFiles(String reference, Path source, List<String> entrypoint) throws IOException {
    Path layer = newLayer();
    FolderCopy.of(source, layer);
    put(reference, List.of(layer), Image.Ground.USR, Image.Config.running(entrypoint));
  }

  /// Puts in a whole root folder.
  public void addRoot(String reference, Path source, Image.Config config) throws IOException {
    Path layer = newLayer();
    FolderCopy.of(source, layer);
    put(reference, List.of(layer), Image.Ground.NOTHING, config);
  }

  /// Puts in the image of an OCI layout, as `skopeo copy … oci:FOLDER` writes it.
  ///
  /// @throws IOException when the layout is damaged or has no image for this kind of computer
  public void addOciLayout(String reference, Path layout) throws IOException {
    Path root = newLayer();
    OciLayout.Unpacked unpacked = new OciLayout(layout).unpack(root);
    Image image = put(reference, List.of(root), Image.Ground.NOTHING, unpacked.config());
    images.put(nameOf(reference) + "@" + unpacked.digest(), image);
  }

  /// Takes out the image called `reference`; pods that have it keep it.
  public void remove(String reference) {
    images.remove(full(reference));
  }

  private Image put(String reference, List<Path> layers, Image.Ground ground, Image.Config config) {
    List<String> names = layers.stream().map(layer -> folder.relativize(layer).toString()).toList();
    List<String> all =
        ground == Image.Ground.NOTHING
            ? names
            : Stream.concat(names.stream(), Stream.of(BASE)).toList();
    Image image = new Image("sandbox://" + String.join("+", names), all, ground, config);
    images.put(full(reference), image);
    return image;
  }

  private Path newLayer() throws IOException {
    return Files.createDirectories(folder.resolve(UUID.randomUUID().toString()));
  }

  private static String full(String reference) {
    return nameOf(reference).equals(reference) ? reference + ":latest" : reference;
  }

  private static String nameOf(String reference) {
    int digest = reference.indexOf('@');
    if (digest >= 0) {
      return reference.substring(0, digest);
    }
    // A colon before the last slash belongs to a registry's port.
    int colon = reference.indexOf(':', reference.lastIndexOf('/') + 1);
    return colon < 0 ? reference : reference.substring(0, colon);
  }
}
