package io.nodewright.agent;

import io.nodewright.agent.config.Finding;
import io.nodewright.agent.config.Mode;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.process.Capabilities;
import io.nodewright.agent.process.StopSignal;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.settings.AgentSettings;
import io.nodewright.agent.settings.RootMode;
import io.nodewright.agent.validate.FindingsText;
import io.nodewright.agent.validate.PackageValidation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// One run of the agent, from its arguments to its exit code (06 §5, §12).
///
/// @param stop whether the agent was asked to stop
public record Agent(Container container, InstantSource clock, StopSignal stop) {

  /// Done, or nothing to do.
  public static final int DONE = 0;

  /// Something failed; one ERROR line said what.
  public static final int FAILED = 1;

  /// Wrong arguments.
  public static final int MISUSED = 2;

  /// Runs. `stdout` gets the banner, step headers and what steps write there; all else goes to
  /// `stderr`.
  ///
  /// @param environment the process's own
  public int run(
      List<String> arguments,
      Map<String, String> environment,
      OutputStream stdout,
      OutputStream stderr) {
    Messages messages = new Messages(stderr, clock, container.terminationLog());
    try {
      return switch (Invocation.parse(arguments, container.hostMount())) {
        case Invocation.Version _ -> {
          print(stdout, AgentVersion.text() + "\n");
          yield DONE;
        }
        case Invocation.Validate validate -> validate(validate, stdout);
        case Invocation.Misuse(String reason) -> {
          messages.plain(reason);
          messages.plain(Invocation.USAGE);
          yield MISUSED;
        }
        case Invocation.UnknownMode(String word) -> {
          messages.warn(
              "unknown mode \"%s\": nothing to do (supported: %s)".formatted(word, Mode.words()));
          yield DONE;
        }
        case Invocation.Run run -> {
          run(run, environment, new Streams(stdout, stderr), messages);
          yield DONE;
        }
      };
    } catch (AgentFailure e) {
      messages.failed(e);
      return FAILED;
    } catch (ExceptionInInitializerError e) {
      messages.failed(AgentFailure.of("this computer cannot run the agent: " + e.getCause()));
      return FAILED;
    } catch (RuntimeException | Error e) {
      messages.failed(AgentFailure.of("internal error: " + e));
      return FAILED;
    }
  }

  /// Where a run's output goes.
  record Streams(OutputStream stdout, OutputStream stderr) {}

  private void run(
      Invocation.Run run, Map<String, String> environment, Streams streams, Messages messages)
      throws AgentFailure {
    AgentSettings settings = AgentSettings.from(environment);
    if (run.mode() == Mode.INTERRUPT) {
      settings.resourceId().requireOneComponent();
    }
    print(streams.stdout(), Banner.of(run, settings));
    warnOfSettings(settings, environment, messages);
    if (stop.raised()) {
      throw AgentFailure.of("stopped by a signal before anything was done");
    }
    HostRoot root = new HostRoot(Path.of(run.root()));
    requireHost(root, run, settings);
    new Phases(this, run, settings, root, environment, streams, messages).inOrder();
  }

  private static int validate(Invocation.Validate validate, OutputStream stdout)
      throws AgentFailure {
    List<Finding> findings = PackageValidation.of(Path.of(validate.path()));
    print(stdout, validate.json() ? FindingsText.json(findings) : FindingsText.lines(findings));
    boolean bad =
        validate.strict()
            ? !findings.isEmpty()
            : findings.stream().anyMatch(finding -> finding.level() == Finding.Level.ERROR);
    return bad ? FAILED : DONE;
  }

  private static void warnOfSettings(
      AgentSettings settings, Map<String, String> environment, Messages messages) {
    for (String name : settings.notBoolean()) {
      messages.warn(
          name + " is neither true nor false: taken as false",
          Detail.of("value", environment.getOrDefault(name, "")));
    }
    if (settings.rootMode() == RootMode.PREFIX) {
      messages.warn("root mode is prefix: steps run without a changed root, for tests only");
    }
  }

  private static void requireHost(HostRoot root, Invocation.Run run, AgentSettings settings)
      throws AgentFailure {
    if (!root.isDirectory()) {
      throw AgentFailure.of("ROOT \"" + run.root() + "\" is not a directory");
    }
    settings.requireAbsoluteDataDirectory();
    boolean changesRoot = settings.rootMode() == RootMode.CHROOT && !root.isContainerRoot();
    if (changesRoot && !Capabilities.mayChangeRoot()) {
      throw AgentFailure.of(
          "changing root into \"%s\" needs CAP_SYS_CHROOT (run the agent privileged, as uid 0)"
              .formatted(run.root()));
    }
  }

  private static void print(OutputStream stdout, String text) throws AgentFailure {
    try {
      stdout.write(text.getBytes(StandardCharsets.UTF_8));
      stdout.flush();
    } catch (IOException e) {
      throw AgentFailure.of("stdout cannot be written: " + Causes.of(e));
    }
  }
}
