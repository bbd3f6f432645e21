package io.nodewright.agent;

import io.nodewright.agent.config.ConfigReader;
import io.nodewright.agent.config.Finding;
import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.host.BoundedRead;
import io.nodewright.agent.host.CopyDirectory;
import io.nodewright.agent.host.DraftFiles;
import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.host.ResolvConf;
import io.nodewright.agent.interrupt.InterruptRequest;
import io.nodewright.agent.interrupt.InterruptRun;
import io.nodewright.agent.record.History;
import io.nodewright.agent.record.InterruptMarkers;
import io.nodewright.agent.record.Markers;
import io.nodewright.agent.record.RunFlags;
import io.nodewright.agent.record.StepLogs;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.settings.AgentSettings;
import io.nodewright.agent.settings.ContainerEnvironment;
import io.nodewright.agent.settings.ResourceId;
import io.nodewright.agent.step.PackageRun;
import io.nodewright.agent.step.StepContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/// What a run does once its arguments and settings are good: prepare the host, read the manifest,
/// hand over to the steps (06 §5 points 5 to 8).
record Phases(
    Agent agent,
    Invocation.Run run,
    AgentSettings settings,
    HostRoot root,
    Map<String, String> environment,
    Agent.Streams streams,
    Messages messages) {

  void inOrder() throws AgentFailure {
    if (settings.copyResolv()) {
      ResolvConf.copy(agent.container().resolvConf(), root, drafts());
    }
    CopyDirectory copy = new CopyDirectory(root, run.copy());
    if (run.mode() == Mode.INTERRUPT) {
      copy.prepareEmpty();
      interrupt();
      return;
    }
    copy.prepare(Path.of(settings.dataDir()), agent.container().nodeFiles());
    PackageConfig config = readConfig();
    tellDifferences(config);
    packageRun(config).run();
  }

  private void interrupt() throws AgentFailure {
    InterruptRequest request = parseInterrupt();
    ResourceId id = settings.resourceId();
    new InterruptRun(
            request,
            new InterruptMarkers(
                tree(settings.rootDir(), Phase.MARKER), id.text(), request.type(), agent.clock()),
            stepContext(),
            logs(id.packageKey(), id.version()),
            messages,
            agent.stop())
        .run();
  }

  private InterruptRequest parseInterrupt() throws AgentFailure {
    try {
      return InterruptRequest.parse(run.data());
    } catch (AgentFailure e) {
      if (!run.shortForm()) {
        throw e;
      }
      // Most likely the long form with DATA forgotten (06 B6).
      throw AgentFailure.of(e.text() + " (three arguments mean COPY and DATA)");
    }
  }

  private PackageConfig readConfig() throws AgentFailure {
    byte[] text;
    try {
      Path file = root.resolve(run.copy() + "/config.json");
      if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("is a directory");
      }
      text = BoundedRead.of(file);
    } catch (IOException e) {
      throw Phase.CONFIG.failure("cannot be read: " + Causes.of(e));
    }
    String steps = run.copy() + "/skyhook_dir/";
    ConfigReader.Result result =
        ConfigReader.read(
            text, path -> Files.exists(root.resolve(steps + path), LinkOption.NOFOLLOW_LINKS));
    for (Finding warning : result.warnings()) {
      messages.warn("config.json: " + warning.line());
    }
    return result.config();
  }

  /// Real packages differ from their resource, so this is no error (06 §7.3).
  private void tellDifferences(PackageConfig config) {
    ResourceId id = settings.resourceId();
    if (!config.name().equals(id.packageKey()) || !config.version().equals(id.version())) {
      messages.info(
          "the package differs from what the resource calls it",
          Detail.of("package", config.name() + " " + config.version()),
          Detail.of("resource", id.packageKey() + " " + id.version()));
    }
  }

  private PackageRun packageRun(PackageConfig config) throws AgentFailure {
    GuardedTree state = tree(settings.rootDir(), Phase.MARKER);
    return new PackageRun(
        run.mode(),
        config,
        stepContext(),
        settings.alwaysRun(),
        new Markers(state, config, settings.resourceId().packageKey(), agent.clock()),
        new RunFlags(state),
        new History(state, config.name(), messages, agent.clock()),
        logs(config.name(), config.version()),
        messages,
        agent.stop());
  }

  private StepLogs logs(String name, String version) throws AgentFailure {
    GuardedTree tree = tree(settings.logDir(), Phase.LOG);
    return new StepLogs(tree, name + "/" + version, settings.writeLogs(), agent.clock());
  }

  private GuardedTree tree(String hostPath, Phase phase) throws AgentFailure {
    try {
      return new GuardedTree(root, hostPath, drafts());
    } catch (IOException e) {
      throw phase.failure("\"" + hostPath + "\" cannot be looked up: " + Causes.of(e));
    }
  }

  private StepContext stepContext() {
    return new StepContext(
        root,
        settings.rootMode(),
        run.copy(),
        drafts(),
        environment,
        ContainerEnvironment.forSteps(environment, System.getProperty("java.home", "/")),
        streams.stdout(),
        streams.stderr());
  }

  /// One package of one NodeWright runs once at a time on a host, in whatever generation.
  private DraftFiles drafts() {
    String owner = settings.rootDir() + " " + settings.resourceId().packageKey();
    return new DraftFiles(Integer.toHexString(owner.hashCode()));
  }
}
