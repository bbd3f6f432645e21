package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.value.Quantities;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The stage of contract 03 §21, without what only some packages have; tests change what matters.
final class StageFixture {

  static final String UID = "4f6c2e0a-9d1b-4c55-8f55-2f1f0d6a7b31";

  private String node = "worker-7";
  private String containerSha = "";
  private String agentImageOverride = "";
  private Stage stage = Stage.APPLY;
  private Resources resources = new Resources.Unset();
  private Limit gracefulShutdown = new Limit.Inherited();
  private Duration timeout = Duration.ofMinutes(30);
  private final SortedMap<String, String> config = new TreeMap<>();
  private final List<EnvEntry> env = new ArrayList<>();
  private final List<Toleration> tolerations = new ArrayList<>();
  private String pullSecret = "";
  private Taint runtimeRequired =
      new Taint("nodewright.nvidia.com", "runtime-required", "NoSchedule");
  private boolean legacy = true;

  static StageFixture aStage() {
    return new StageFixture();
  }

  StageFixture on(String nodeName) {
    node = nodeName;
    return this;
  }

  StageFixture of(Stage wanted) {
    stage = wanted;
    return this;
  }

  StageFixture pinned(String digest) {
    containerSha = digest;
    return this;
  }

  StageFixture withAgent(String image) {
    agentImageOverride = image;
    return this;
  }

  StageFixture within(Duration bound) {
    timeout = bound;
    return this;
  }

  StageFixture withGrace(Duration grace) {
    gracefulShutdown = new Limit.Given(grace);
    return this;
  }

  StageFixture withConfig(String key, String value) {
    config.put(key, value);
    return this;
  }

  StageFixture withEnv(String name, String value) {
    env.add(new EnvEntry(name, "{\"name\":\"%s\",\"value\":\"%s\"}".formatted(name, value)));
    return this;
  }

  StageFixture withResources(String cpu, String cpuLimit, String memory, String memoryLimit) {
    resources =
        new Resources.Given(amount(cpu), amount(cpuLimit), amount(memory), amount(memoryLimit));
    return this;
  }

  StageFixture tolerating(Toleration toleration) {
    tolerations.add(toleration);
    return this;
  }

  StageFixture pulledWith(String secret) {
    pullSecret = secret;
    return this;
  }

  StageFixture withoutLegacy() {
    legacy = false;
    return this;
  }

  StageFixture gatedBy(Taint taint) {
    runtimeRequired = taint;
    return this;
  }

  JobSettings settings() {
    return new JobSettings(
        "nodewright",
        "example/agent:7.0.0",
        "/var/lib/skyhook",
        "/var/log/skyhook",
        pullSecret,
        "256Mi",
        runtimeRequired,
        legacy);
  }

  PackageSpec spec() {
    return new PackageSpec(
        new PackageRef("tuning", "1.2.3"),
        "example/tuning",
        containerSha,
        agentImageOverride,
        new Interrupt.None(),
        Collections.emptySortedMap(),
        config,
        Collections.emptySortedMap(),
        env,
        resources,
        gracefulShutdown,
        new Limit.Given(timeout),
        false,
        false);
  }

  StageJob stage() {
    return new StageJob(
        new JobKey("gpu-tuning", spec().ref(), stage, node),
        UID,
        4,
        spec(),
        0,
        timeout,
        3,
        tolerations,
        new TreeSet<>(config.keySet()));
  }

  Job job() {
    return new StageJobs(settings()).build(stage());
  }

  private static Resources.Amount amount(String text) {
    return Quantities.parse(text).orElseThrow();
  }
}
