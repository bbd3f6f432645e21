package io.nodewright.e2e;

import io.nodewright.e2e.cluster.Plugin;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import io.nodewright.e2e.machine.Prerequisites;
import io.nodewright.e2e.story.Alarms;
import io.nodewright.e2e.story.Authors;
import io.nodewright.e2e.story.Basics;
import io.nodewright.e2e.story.ByHand;
import io.nodewright.e2e.story.Grant;
import io.nodewright.e2e.story.Install;
import io.nodewright.e2e.story.Measures;
import io.nodewright.e2e.story.Permissions;
import io.nodewright.e2e.story.Reboots;
import io.nodewright.e2e.story.Removal;
import io.nodewright.e2e.story.Scrape;
import io.nodewright.e2e.story.UpgradeInFlight;
import io.nodewright.images.ImagesMain;
import io.nodewright.oci.image.ImageLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nodewright e2e`: one run.
@Command(
    name = "e2e",
    description = {
      "Run the built images and the chart on real nodes of this computer: install, rollout,"
          + " reboots",
      "under a workload, upgrade in mid-rollout, permissions, uninstall. Needs root and Linux."
    },
    mixinStandardHelpOptions = true)
public final class E2eMain implements Callable<Integer> {
  private static final String FIRST = "first";
  private static final String SECOND = "second";

  @Option(
      names = "--nodes",
      description = "How many nodes (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int nodes = 3;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "For all that the run has; logs stay there (default: ${DEFAULT-VALUE}).",
      defaultValue = "/tmp/nodewright-e2e")
  private Path folder = Path.of("/tmp/nodewright-e2e");

  @Option(
      names = "--built",
      description = "Take the images that are in target/images, and build none.")
  private boolean built;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "Tell only these between install and uninstall: ${COMPLETION-CANDIDATES} (default: all,"
              + " and only then is looked for grants that nothing used).")
  private List<Part> parts = List.of();

  private E2eMain() {}

  /// What may be told between the install and the uninstall, in this order.
  enum Part {
    SAMPLES,
    REBOOTS,
    UPGRADE,
    AUTHORS,
    BY_HAND,
    ALERTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// Runs; exits with 0 when all was as it should be, and when it cannot run here.
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "io/nodewright/sandbox/sandbox-logback.xml");
    }
    System.exit(
        new CommandLine(new E2eMain())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() {
    List<String> missing = Prerequisites.missing();
    if (!missing.isEmpty()) {
      System.out.println("e2e: skipped, this computer cannot run real nodes. It lacks:");
      missing.forEach(one -> System.out.println("  " + one));
      return 0;
    }
    try {
      tell();
      System.out.println("e2e: passed");
      return 0;
    } catch (Exception e) {
      System.out.println("e2e: FAILED: " + e.getMessage());
      System.out.println("e2e: logs are in " + folder);
      return 1;
    }
  }

  private void tell() throws Exception {
    Phases phases = new Phases(System.out);
    EnumSet<Part> told = parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts);
    Path project = Path.of(System.getProperty("project.root", ".")).toAbsolutePath().normalize();
    Path images = project.resolve("target/images");
    Path binaries = RealCluster.programs(told.contains(Part.ALERTS));
    phases.run("images built", () -> images(images));
    ImageLayout agent = new ImageLayout(images.resolve("agent"));
    ImageLayout operator = new ImageLayout(images.resolve("operator"));
    try (RealCluster cluster = RealCluster.start(folder.toAbsolutePath(), binaries)) {
      TestImages others = new TestImages(folder.resolve("images"), agent);
      phases.run(
          "nodes ready",
          () -> {
            cluster.addNodes(nodes, project, keep(), others);
            return nodes + " nodes";
          });
      phases.run(
          "images pushed",
          () -> {
            cluster.push(operator, agent, List.of(FIRST, SECOND), project, others);
            return "";
          });
      new Story(cluster, project, phases, told).tell();
    }
  }

  private String images(Path folder) throws IOException {
    if (!built || !Files.isDirectory(folder.resolve("agent"))) {
      int status = ImagesMain.run("build");
      if (status != 0) {
        throw new IOException("the images could not be built");
      }
    }
    return "";
  }

  private static Path keep() throws IOException {
    String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
    return Files.createDirectories(caches.resolve("nodewright-e2e"));
  }

  /// What happens in the cluster.
  ///
  /// @param cluster where
  /// @param project the project's folder
  /// @param phases tells of each
  /// @param parts what is told of all that may be
  private record Story(RealCluster cluster, Path project, Phases phases, EnumSet<Part> parts) {
    void tell() throws Exception {
      Install install = new Install(cluster, project.resolve("chart"));
      phases.run(
          "chart installed",
          () -> {
            install.install(FIRST);
            return "";
          });
      for (Part part : parts) {
        tell(part, install);
      }
      Permissions permissions =
          new Permissions(cluster, project.resolve("e2e/grants-not-used.txt"));
      Files.writeString(cluster.folder().resolve("can-i.txt"), permissions.list());
      SortedSet<Grant> granted = permissions.granted();
      permissions.nothingRefused();
      phases.run("chart uninstalled", () -> new Removal(cluster, install).run());
      if (parts.size() == Part.values().length) {
        phases.run("permissions", () -> permissions.check(granted));
      }
    }

    private void tell(Part part, Install install) throws Exception {
      switch (part) {
        case SAMPLES ->
            phases.run(
                "sample packages",
                () -> {
                  new Basics(cluster, project.resolve("samples")).rollOut();
                  return "three packages on each node";
                });
        case REBOOTS -> phases.run("reboots, budget kept", () -> new Reboots(cluster).rollOut());
        case UPGRADE ->
            phases.run(
                "upgrade in mid-rollout", () -> new UpgradeInFlight(cluster, install).run(SECOND));
        case AUTHORS ->
            phases.run(
                "packages by their author",
                () -> new Authors(cluster, project.resolve("samples"), new Plugin(project)).run());
        case BY_HAND -> phases.run("changes by hand", () -> new ByHand(cluster).run());
        case ALERTS -> {
          // Before the operators are stopped, which is one of the alerts' situations.
          for (String line : new Measures(cluster, install).operators()) {
            System.out.println("  " + line);
          }
          Scrape scrape = new Scrape(cluster, install);
          phases.run("metrics", scrape::read);
          Alarms alarms = new Alarms(cluster, install, project.resolve("chart"), scrape.token());
          phases.run("alerts and dashboard", alarms::run);
        }
      }
    }
  }
}
