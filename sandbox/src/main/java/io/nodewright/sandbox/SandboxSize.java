package io.nodewright.sandbox;

import io.nodewright.sandbox.hollow.HollowStep;
import io.nodewright.sandbox.kubelet.ContainerRuntime.Reporting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/// The options that say what a sandbox is made of; `up` hands them on to `run`.
final class SandboxSize {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Nodes with a host of their own (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--hollow",
      paramLabel = "N",
      defaultValue = "0",
      description = "Nodes that only pretend to run steps (default: ${DEFAULT-VALUE}).")
  private int hollow;

  @Option(
      names = "--hollow-step",
      paramLabel = "MILLISECONDS",
      defaultValue = "100",
      description = "How long a pretended step takes (default: ${DEFAULT-VALUE}).")
  private long hollowStep;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "A label for every node; repeatable.")
  private Map<String, String> labels = new TreeMap<>();

  @Option(
      names = "--package",
      paramLabel = "IMAGE=DIR",
      description = "A package folder as the image that a NodeWright names; repeatable.")
  private Map<String, Path> packages = new TreeMap<>();

  @Option(names = "--operator", description = "Also run the operator, in the namespace nodewright.")
  private boolean operator;

  @Option(
      names = "--workloads",
      description =
          "Also run kube-scheduler; Pods of the image nodewright.local/workload need no process.")
  private boolean workloads;

  /// The options as words, for another process.
  List<String> words() {
    List<String> words = new ArrayList<>();
    words.add("--nodes=" + nodes);
    words.add("--hollow=" + hollow);
    words.add("--hollow-step=" + hollowStep);
    labels.forEach((key, value) -> words.add("--label=" + key + "=" + value));
    packages.forEach(
        (image, folder) -> words.add("--package=" + image + "=" + folder.toAbsolutePath()));
    if (operator) {
      words.add("--operator");
    }
    if (workloads) {
      words.add("--workloads");
    }
    return words;
  }

  /// What to start in `folder`.
  SandboxOptions in(Path folder) {
    SandboxOptions options =
        SandboxOptions.in(folder)
            .withNodes(nodes)
            .withHollowNodes(hollow)
            .withLabels(labels)
            .withHollow(HollowStep.succeedAfter(Duration.ofMillis(hollowStep)), Reporting.PHASES);
    return workloads ? options.withWorkloads() : options;
  }

  /// The package folders by their images.
  Map<String, Path> packages() {
    return packages;
  }

  /// Whether the operator runs too.
  boolean operator() {
    return operator;
  }
}
