package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.nodewright.api.v1alpha1.DrainConfig;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.controller.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Gives a scenario packages with interrupts, workloads, and what disturbs a drain.
final class InterruptMaker {

  private static final Duration FIRST = Duration.ofMillis(500);

  private final Dice dice;
  private final Scenario of;

  InterruptMaker(Dice dice, Scenario of) {
    this.dice = dice;
    this.of = of;
  }

  Scenario scenario() {
    List<Disturbance> all = new ArrayList<>(of.disturbances());
    int next = all.stream().mapToInt(Disturbance::id).max().orElse(-1) + 1;
    for (Disturbance each : disturbances(next)) {
      all.add(each);
    }
    all.sort(Comparator.comparing(Disturbance::from).thenComparingInt(Disturbance::id));
    return new Scenario(
        of.seed(),
        of.settings(),
        of.nodes(),
        of.policies(),
        of.nodeWrights().stream().map(this::interrupting).toList(),
        workloads(),
        all,
        of.calm());
  }

  private List<Workload> workloads() {
    List<Workload> all = new ArrayList<>();
    int replicas = 2 + dice.roll(4, "replicas");
    int needed = dice.roll(3, "budget") == 0 ? 0 : Math.max(1, replicas - 1 - dice.roll(2, "max"));
    all.add(workload("web", Workload.Form.REPLICAS, replicas, needed, false));
    if (dice.roll(2, "protected") == 0) {
      all.add(workload("training", Workload.Form.REPLICAS, 1, 0, true));
    }
    if (dice.roll(3, "daemon") == 0) {
      all.add(workload("logs", Workload.Form.DAEMON, 1, 0, false));
    }
    if (dice.roll(4, "mirror") == 0) {
      all.add(workload("proxy", Workload.Form.MIRROR, 1, 0, false));
    }
    if (dice.roll(3, "bare") == 0) {
      all.add(workload("shell", Workload.Form.BARE, 1, 0, false));
    }
    if (dice.roll(4, "finished") == 0) {
      all.add(workload("migration", Workload.Form.FINISHED, 1, 0, false));
    }
    return all;
  }

  private Workload workload(
      String app, Workload.Form form, int replicas, int needed, boolean isProtected) {
    int grace = List.of(1, 5, 30).get(dice.roll(3, "grace", app));
    return new Workload(app, form, replicas, needed, grace, isProtected);
  }

  private NodeWright interrupting(NodeWright from) {
    String name = from.getMetadata().getName();
    NodeWrightSpec spec =
        SpecDraft.withPackages(
            from.getSpec(),
            packages -> {
              packages.replaceAll(
                  (key, definition) ->
                      dice.roll(3, "interrupts", name, key) == 0
                          ? definition
                          : PackageDraft.of(definition).interrupt(type(name, key)).definition());
              return packages;
            });
    NodeWright to = new NodeWright();
    to.setMetadata(from.getMetadata());
    to.setSpec(
        SpecDraft.withDrain(
            spec,
            dice.roll(2, "spares", name) == 0
                ? null
                : new LabelSelectorBuilder()
                    .withMatchLabels(Map.of(Workload.SPARED, "yes"))
                    .build(),
            drain(name)));
    return to;
  }

  private String type(String name, String key) {
    return List.of("service", "reboot", "service", "restartAllServices", "noop")
        .get(dice.roll(5, "type", name, key));
  }

  private DrainConfig drain(String name) {
    return new DrainConfig(
        dice.roll(6, "deletes", name) == 0,
        null,
        dice.roll(4, "force", name) == 0 ? false : null,
        null,
        dice.roll(4, "drain time-out", name) == 0 ? "40s" : null,
        dice.roll(4, "grace", name) == 0 ? "3s" : null);
  }

  private List<Disturbance> disturbances(int first) {
    List<Disturbance> all = new ArrayList<>();
    int cordons = dice.roll(4, "cordons");
    for (int i = 0; i < cordons; i++) {
      String node = node("cordoned", i);
      Duration at = dice.between(FIRST, of.calm(), "cordon at", i);
      all.add(
          new Disturbance.Act(
              first + all.size(), at, new Deed.Cordon(node, dice.roll(2, "on", i) == 0)));
    }
    if (dice.roll(3, "reboots") == 0) {
      Duration at = dice.between(FIRST, of.calm(), "reboot at");
      all.add(
          new Disturbance.Act(
              first + all.size(),
              at,
              new Deed.Reboot(
                  node("rebooted", 0),
                  dice.between(Duration.ofSeconds(5), Duration.ofMinutes(1), "down"))));
    }
    if (dice.roll(2, "interrupt goes wrong") == 0) {
      all.add(goesWrong(first + all.size()));
    }
    if (dice.roll(3, "pods change late") == 0) {
      Duration from = dice.between(Duration.ZERO, of.calm(), "late from");
      Duration most = dice.between(Duration.ofSeconds(1), Duration.ofSeconds(6), "late by");
      all.add(
          new Disturbance.Spell(
              first + all.size(),
              from,
              earlier(from.plusSeconds(60), of.calm()),
              new Trouble.LateWatches("Pod", most)));
    }
    return all;
  }

  private Disturbance goesWrong(int id) {
    NodeWright nodeWright = dice.pick(of.nodeWrights(), "wrong of");
    List<String> packages =
        nodeWright.getSpec().packages() == null
            ? List.of()
            : List.copyOf(nodeWright.getSpec().packages().keySet());
    Trouble.Wrong how =
        dice.roll(3, "hangs") == 0 ? Trouble.Wrong.INTERRUPT_HANGS : Trouble.Wrong.INTERRUPT_FAILS;
    return new Disturbance.Spell(
        id,
        Duration.ZERO,
        of.calm(),
        new Trouble.StepGoesWrong(
            nodeWright.getMetadata().getName(),
            dice.pick(packages.stream().sorted().toList(), "wrong package"),
            "",
            dice.roll(2, "everywhere") == 0 ? "" : node("wrong", 0),
            List.of(1, 2, 1_000).get(dice.roll(3, "times")),
            how));
  }

  private String node(String topic, int number) {
    return dice.pick(of.nodes(), topic, number).name();
  }

  private static Duration earlier(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
