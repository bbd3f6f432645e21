package io.nodewright.engine;

import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Healthy things to start a test from: each thing that a test sets matters.
public final class Fixtures {

  public static final Instant START = Instant.parse("2026-03-04T10:00:00Z");

  private Fixtures() {}

  public static EngineSettings settings() {
    return EngineSettings.standard("example/agent:7.0.0", "v0.21.0");
  }

  public static NodeBuilder aNode(String name) {
    return new NodeBuilder(name);
  }

  public static PackageBuilder aPackage(String name, String version) {
    return new PackageBuilder(name, version);
  }

  public static NodeWrightBuilder aNodeWright(String name) {
    return new NodeWrightBuilder(name);
  }

  public static final class NodeBuilder {
    private final String name;
    private final SortedMap<String, String> labels = new TreeMap<>();
    private final List<Taint> taints = new ArrayList<>();
    private boolean ignored;

    NodeBuilder(String name) {
      this.name = name;
    }

    public NodeBuilder label(String key, String value) {
      labels.put(key, value);
      return this;
    }

    public NodeBuilder taint(String key, String value, String effect) {
      taints.add(new Taint(key, value, effect));
      return this;
    }

    public NodeBuilder ignored() {
      ignored = true;
      return this;
    }

    public NodeView build() {
      return new NodeView(
          name,
          "uid-" + name,
          "1",
          labels,
          taints,
          false,
          ignored,
          "boot-" + name,
          new TreeMap<>(),
          new TreeMap<>());
    }
  }

  public static final class PackageBuilder {
    private final PackageRef ref;
    private String image;
    private String agentImage = "";
    private Resources resources = new Resources.Unset();
    private Interrupt interrupt = new Interrupt.None();
    private final SortedMap<String, String> dependsOn = new TreeMap<>();
    private final SortedMap<String, String> configMap = new TreeMap<>();
    private final SortedMap<String, Interrupt.Of> configInterrupts = new TreeMap<>();
    private final List<EnvEntry> env = new ArrayList<>();
    private Limit stageTimeout = new Limit.Inherited();
    private boolean uninstallEnabled;
    private boolean uninstallApply;

    PackageBuilder(String name, String version) {
      this.ref = new PackageRef(name, version);
      this.image = "example/" + name;
    }

    public PackageBuilder dependsOn(String name, String version) {
      dependsOn.put(name, version);
      return this;
    }

    public PackageBuilder interrupt(Interrupt.Type type) {
      interrupt = new Interrupt.Of(type, List.of());
      return this;
    }

    public PackageBuilder restarting(String... services) {
      interrupt = new Interrupt.Of(Interrupt.Type.SERVICE, List.of(services));
      return this;
    }

    public PackageBuilder onChange(String keys, Interrupt.Type type, String... services) {
      configInterrupts.put(keys, new Interrupt.Of(type, List.of(services)));
      return this;
    }

    public PackageBuilder config(String key, String value) {
      configMap.put(key, value);
      return this;
    }

    public PackageBuilder image(String wanted) {
      image = wanted;
      return this;
    }

    public PackageBuilder agentImage(String wanted) {
      agentImage = wanted;
      return this;
    }

    public PackageBuilder resources(Resources wanted) {
      resources = wanted;
      return this;
    }

    public PackageBuilder configInterrupt(String pattern, Interrupt.Type type) {
      configInterrupts.put(pattern, new Interrupt.Of(type, List.of()));
      return this;
    }

    public PackageBuilder env(String name, String value) {
      env.add(new EnvEntry(name, name + "=" + value));
      return this;
    }

    public PackageBuilder stageTimeout(Duration duration) {
      stageTimeout = new Limit.Given(duration);
      return this;
    }

    public PackageBuilder uninstall(boolean enabled, boolean apply) {
      uninstallEnabled = enabled;
      uninstallApply = apply;
      return this;
    }

    public PackageSpec build() {
      return new PackageSpec(
          ref,
          image,
          "",
          agentImage,
          interrupt,
          dependsOn,
          configMap,
          configInterrupts,
          env,
          resources,
          new Limit.Inherited(),
          stageTimeout,
          uninstallEnabled,
          uninstallApply);
    }
  }

  public static final class NodeWrightBuilder {
    private final String name;
    private LabelSelector selector = LabelSelector.EVERYTHING;
    private LabelSelector protectedPods = LabelSelector.EVERYTHING;
    private DrainSettings drain = DrainSettings.DEFAULTS;
    private Budget budget = new Budget.Unset();
    private String policy = "";
    private int priority = 200;
    private Sequencing sequencing = Sequencing.NODE;
    private boolean serial;
    private boolean paused;
    private boolean disabled;
    private ResetOnCompletion reset = ResetOnCompletion.BY_POLICY;
    private boolean runtimeRequired;
    private boolean autoTaints;
    private boolean cordonAfter;
    private final List<Toleration> tolerations = new ArrayList<>();
    private final SortedMap<String, PackageSpec> packages = new TreeMap<>();

    NodeWrightBuilder(String name) {
      this.name = name;
    }

    public NodeWrightBuilder selecting(String key, String value) {
      SortedMap<String, String> labels = new TreeMap<>();
      labels.put(key, value);
      selector = new LabelSelector(labels, List.of());
      return this;
    }

    public NodeWrightBuilder budget(Budget wanted) {
      budget = wanted;
      return this;
    }

    public NodeWrightBuilder policy(String wanted) {
      policy = wanted;
      return this;
    }

    public NodeWrightBuilder priority(int wanted) {
      priority = wanted;
      return this;
    }

    public NodeWrightBuilder sequencing(Sequencing wanted) {
      sequencing = wanted;
      return this;
    }

    public NodeWrightBuilder serial() {
      serial = true;
      return this;
    }

    public NodeWrightBuilder protecting(String key, String value) {
      SortedMap<String, String> labels = new TreeMap<>();
      labels.put(key, value);
      protectedPods = new LabelSelector(labels, List.of());
      return this;
    }

    public NodeWrightBuilder draining(DrainSettings wanted) {
      drain = wanted;
      return this;
    }

    public NodeWrightBuilder paused() {
      paused = true;
      return this;
    }

    public NodeWrightBuilder disabled() {
      disabled = true;
      return this;
    }

    public NodeWrightBuilder keepingBatches() {
      reset = ResetOnCompletion.NO;
      return this;
    }

    public NodeWrightBuilder runtimeRequired() {
      runtimeRequired = true;
      return this;
    }

    public NodeWrightBuilder autoTainting() {
      autoTaints = true;
      return this;
    }

    public NodeWrightBuilder cordoningAfter() {
      cordonAfter = true;
      return this;
    }

    public NodeWrightBuilder tolerating(Toleration toleration) {
      tolerations.add(toleration);
      return this;
    }

    public NodeWrightBuilder with(PackageBuilder spec) {
      PackageSpec built = spec.build();
      packages.put(built.name(), built);
      return this;
    }

    public NodeWrightView build() {
      NodeWrightSpec spec =
          new NodeWrightSpec(
              selector,
              budget,
              policy,
              reset,
              priority,
              sequencing,
              serial,
              protectedPods,
              drain,
              tolerations,
              runtimeRequired,
              autoTaints,
              cordonAfter,
              packages);
      return new NodeWrightView(
          name,
          "uid-" + name,
          "1",
          1,
          START,
          paused,
          disabled,
          false,
          false,
          "",
          spec,
          List.of(),
          PublishedStatus.NONE);
    }
  }
}
