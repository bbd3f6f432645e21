package io.nodewright.cli.command;

import io.nodewright.cli.cluster.ApiServer;
import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.cluster.Nodes;
import io.nodewright.cli.cluster.Operators;
import io.nodewright.cli.cluster.Preflight;
import io.nodewright.cli.cluster.Target;
import io.nodewright.cli.cluster.VersionGate;
import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Documents;
import io.nodewright.cli.console.Format;
import io.nodewright.cli.console.Told;
import io.nodewright.cli.console.UsageFailure;
import io.nodewright.cli.edit.NodeWriter;
import io.nodewright.cli.edit.Report;
import io.nodewright.cli.nodes.NodePatterns;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One run of the program: its streams, its flags, and the cluster, which is reached for when a
/// command first needs it.
public final class Session implements AutoCloseable {

  /// Lowest operator that reads the state map in its present form.
  static final String STATE_MAP = "v0.7.5";

  /// Lowest operator that honours the annotations and the batches.
  static final String ANNOTATIONS = "v0.8.0";

  private static final Duration BOUND = Duration.ofSeconds(30);

  private final Console console;
  private final Map<String, String> environment;
  private final BuildInfo build = BuildInfo.read();
  private final GlobalFlags flags = new GlobalFlags();
  private @Nullable ApiServer api;
  private boolean checked;
  private @Nullable Operators operators;

  /// @param console the streams
  /// @param environment of the process
  public Session(Console console, Map<String, String> environment) {
    this.console = console;
    this.environment = Map.copyOf(environment);
  }

  /// The variables of the process.
  Map<String, String> environment() {
    return environment;
  }

  GlobalFlags flags() {
    return flags;
  }

  Console console() {
    return console;
  }

  BuildInfo build() {
    return build;
  }

  /// The output form that is asked for (CE8).
  Format format() {
    return Format.of(flags.output());
  }

  boolean dryRun() {
    return flags.dryRun();
  }

  /// Looks over the flags that every command has, before anything is asked of the cluster.
  void begin() {
    if (flags.verbose()) {
      console.makeVerbose();
    }
    format();
  }

  /// The cluster, which serves our group.
  ApiServer api() {
    ApiServer connected = unchecked(BOUND);
    if (!checked) {
      Preflight.check(connected);
      checked = true;
    }
    return connected;
  }

  /// The cluster, whatever it serves.
  ///
  /// @param bound of a request, when this is the first
  ApiServer unchecked(Duration bound) {
    return connect(new Target(flags.kubeconfig(), flags.context()), bound);
  }

  /// The cluster that is meant, whatever it serves.
  ///
  /// @param bound of a request, when this is the first
  ApiServer connect(Target target, Duration bound) {
    ApiServer connected = api;
    if (connected == null) {
      connected =
          ApiServer.connect(
              target, "kubectl-nodewright/" + build.version(), bound, environment, console::detail);
      api = connected;
    }
    return connected;
  }

  Nodes nodes() {
    return new Nodes(api());
  }

  NodeWrights nodeWrights() {
    return new NodeWrights(api());
  }

  /// Where the operator is.
  Operators operators() {
    Operators known = operators;
    if (known == null) {
      known = new Operators(unchecked(BOUND), console, flags.namespace());
      operators = known;
    }
    return known;
  }

  /// Contract 07 §6.
  void gate(String command, String lowest, String stamped) {
    VersionGate.check(command, lowest, stamped, operators(), console);
  }

  /// Shows lines of a preview, on stderr.
  void preview(List<String> lines) {
    lines.forEach(console::say);
  }

  /// Asks whether to go on, unless that was answered already or nothing will be written.
  void confirm(boolean confirmed) {
    if (!confirmed && !dryRun()) {
      console.confirm();
    }
  }

  /// How writes are told of.
  NodeWriter.Told telling() {
    return new NodeWriter.Told(console, !format().document(), dryRun());
  }

  /// Ends a writing command: the last lines, the document, the exit code.
  void conclude(Report report, String command, String nodeWright) {
    if (format().document()) {
      Documents.print(console, format(), report.document(command, dryRun(), nodeWright));
    }
    if (report.anyFailed()) {
      throw new Told(1);
    }
  }

  /// Prints a document in the form asked for.
  void document(JsonNode document) {
    Documents.print(console, format(), document);
  }

  /// The nodes that patterns choose, for a command that reads: what chooses nothing is said (CW3).
  Set<String> chosen(NodePatterns patterns, Set<String> nodes) {
    NodePatterns.Chosen chosen = patterns.choose(nodes);
    chosen.unmatched().forEach(each -> console.warning("no node matches \"" + each + "\""));
    return chosen.names();
  }

  /// Checks the number of arguments (CE17).
  static List<String> exactly(List<String> arguments, int count) {
    if (arguments.size() != count) {
      throw new UsageFailure(
          "accepts %d argument(s), received %d".formatted(count, arguments.size()));
    }
    return arguments;
  }

  /// The same with a lower bound.
  static List<String> atLeastOne(List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageFailure("accepts at least 1 argument(s), received 0");
    }
    return arguments;
  }

  @Override
  public void close() {
    ApiServer connected = api;
    if (connected != null) {
      connected.close();
    }
  }
}
