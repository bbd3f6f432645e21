package io.nodewright.images;

import io.nodewright.images.debian.DebianPackage;
import io.nodewright.images.debian.DebianPackages;
import io.nodewright.images.debian.DebianRoot;
import io.nodewright.images.process.Folders;
import io.nodewright.images.program.Program;
import io.nodewright.images.program.ProgramFiles;
import io.nodewright.images.sbom.Component;
import io.nodewright.images.sbom.ComponentList;
import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageArchive;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.FixedTime;
import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Builds one image: lays it out in a folder as a container will see it, and packs that folder in
/// layers, those that change least at the bottom.
///
/// @param program what runs in it
/// @param settings what is asked for
public record ImageBuild(Program program, BuildSettings settings) {

  /// Builds it anew.
  ///
  /// @throws IOException when something is missing or does not work; the text says what
  public BuiltImage run() throws IOException {
    Path work = Folders.empty(settings.output().resolve("work").resolve(program.name()));
    Path root = Files.createDirectories(work.resolve("root"));
    ProgramFiles files = new ProgramFiles(program, root);
    DebianPackages source = new DebianPackages(settings.keep().resolve("debian-" + program.name()));
    List<DebianPackage> packages = source.fetch(program.debianPackages());
    DebianRoot.unpack(packages, root);
    DebianRoot.trim(packages, root);
    Users.write(root);
    files.linkJava(settings.jdk());
    Path target = settings.project().resolve(program.name()).resolve("target");
    Path libraries = target.resolve("image-lib");
    files.copyJars(ownJar(target), libraries);
    FixedTime.stamp(root);
    List<PackedLayer> layers = new ArrayList<>(plainLayers(root, work));
    String plain =
        image(work.resolve("plain"), layers, files.entrypoint(false)).manifest().digest();
    if (settings.startCache()) {
      layers.add(new StartCacheLayer(settings.keep(), files, work).of(layers));
    }
    Path folder = settings.output().resolve(program.name());
    ImageLayout layout =
        image(Folders.empty(folder), layers, files.entrypoint(settings.startCache()));
    Path archive = settings.output().resolve(program.name() + ".tar");
    ImageArchive.write(layout, archive);
    Path components = settings.output().resolve(program.name() + ".cdx.json");
    Files.writeString(components, components(packages, root, target, libraries).text());
    Folders.remove(work);
    return new BuiltImage(layout, archive, components, layers, plain);
  }

  private List<PackedLayer> plainLayers(Path root, Path work) throws IOException {
    List<String> above = List.of(ProgramFiles.JAVA, ProgramFiles.LIBRARIES, ProgramFiles.PROGRAM);
    List<PackedLayer> layers = new ArrayList<>();
    layers.add(
        Packing.pack(
            "Debian packages",
            root,
            path -> above.stream().noneMatch(path::startsWith),
            work.resolve("base.tar.gz")));
    for (String folder : above) {
      Path name = Path.of(folder);
      layers.add(
          Packing.pack(
              name.getFileName() + " files",
              root,
              path -> path.startsWith(name),
              work.resolve(name.getFileName() + ".tar.gz")));
    }
    return layers;
  }

  private ImageLayout image(Path folder, List<PackedLayer> layers, List<String> entrypoint)
      throws IOException {
    return ImageLayout.write(
        folder,
        settings.imageName(program.name()),
        Architecture.here(),
        new ImageConfig(entrypoint, program.user(), labels()),
        layers);
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    String key = "org.opencontainers.image.";
    labels.put(key + "title", program.title());
    labels.put(key + "description", program.description());
    labels.put(key + "version", settings.version());
    labels.put(key + "licenses", "Apache-2.0");
    labels.put(key + "created", FixedTime.AT.toString());
    if (!settings.revision().isEmpty()) {
      labels.put(key + "revision", settings.revision());
    }
    return labels;
  }

  private Path ownJar(Path target) throws IOException {
    Path jar = target.resolve("nodewright-%s-%s.jar".formatted(program.name(), settings.version()));
    if (!Files.isRegularFile(jar)) {
      throw new IOException(jar + ": not there; build it first, with ./nodewright build");
    }
    return jar;
  }

  private ComponentList components(
      List<DebianPackage> packages, Path root, Path target, Path libraries) throws IOException {
    Map<String, String> system = Properties.read(root.resolve("usr/lib/os-release"));
    Map<String, String> java = Properties.read(root.resolve(ProgramFiles.JAVA).resolve("release"));
    String distribution =
        system.getOrDefault("ID", "linux") + "-" + system.getOrDefault("VERSION_ID", "0");
    List<Component> all = new ArrayList<>();
    for (DebianPackage one : packages) {
      all.add(Component.of(one, distribution));
    }
    all.add(
        Component.ofJava(
            java.getOrDefault("IMPLEMENTOR", "unknown"),
            java.getOrDefault("JAVA_RUNTIME_VERSION", java.getOrDefault("JAVA_VERSION", "0"))));
    for (Path jar : ProgramFiles.jars(libraries)) {
      all.add(Component.ofJar(libraries.relativize(jar), jar));
    }
    Path own =
        Path.of("io/nodewright", "nodewright-" + program.name(), settings.version(), "own.jar");
    all.add(Component.ofJar(own, ownJar(target)));
    return new ComponentList(settings.imageName(program.name()), all);
  }
}
