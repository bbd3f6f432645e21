package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// V-once, the second half: a stage that ran to its end on a host, with its Job complete, runs
/// there again only for a cause: another spec of the package, other config, a person's hand on the
/// record or on the Job before it was recorded, or a reboot where that is asked for.
final class Once implements Invariant {

  private final boolean reapplyOnReboot;
  private final Map<Run, Ended> ended = new HashMap<>();
  private final Map<String, Instant> jobsKnew = new HashMap<>();
  private final Map<String, Instant> podsKnew = new HashMap<>();
  private final Set<String> completePods = new HashSet<>();
  private final Map<String, Instant> causes = new HashMap<>();

  Once(Scenario scenario) {
    this.reapplyOnReboot = scenario.settings().reapplyOnReboot();
  }

  @Override
  public String id() {
    return "V-once";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() == Kind.JOB) {
      job(moment, change);
    } else if (change.kind() == Kind.NODEWRIGHT && !Moment.byOperator(change)) {
      nodeWright(moment, change);
    } else if (change.kind() == Kind.NODE && !Moment.byOperator(change)) {
      node(moment, change);
    } else if (change.kind() == Kind.CONFIG_MAP
        && !Moment.byOperator(change)
        && (change.before() == null ? change.after() : change.before()) instanceof ConfigMap map) {
      String name =
          Absent.text(Absent.map(map.getMetadata().getAnnotations()).get(Keys.PACKAGE_NAME));
      causes.put(ofPackage(Truth.nodeWrightOf(map), name), moment.at());
    }
  }

  @Override
  public void ran(
      Moment moment, String node, Host.Moment what, Host.StageRun run, Findings findings) {
    Run key = new Run(node, run.nodeWrightUid(), run.ref().key(), run.stage().word());
    switch (what) {
      case CHECKED -> ended.put(key, new Ended(run, podsKnew.getOrDefault(run.pod(), Instant.MIN)));
      case WORKED -> {}
      case BEGAN -> {
        podsKnew.put(run.pod(), jobsKnew.getOrDefault(run.job(), Instant.MIN));
        Ended last = ended.get(key);
        if (last == null
            || last.run.pod().equals(run.pod())
            || !completePods.contains(last.run.pod())) {
          return;
        }
        Host.StageRun before = last.run;
        findings.judged(id());
        boolean caused =
            !before.config().equals(run.config())
                || causedSince(last.knew, ofPackage(run.nodeWright(), run.ref().name()))
                || causedSince(last.knew, ofNode(run.nodeWright(), node))
                || causedSince(last.knew, ofJob(before.job()))
                || putOnHostSince(before.at(), key);
        if (!caused) {
          findings.violated(
              id(),
              moment.at(),
              "%s of %s runs again on %s; it had run to its end at %s in Job %s"
                  .formatted(run.stage().word(), run.ref(), node, before.at(), before.job()));
        }
      }
    }
  }

  private void job(Moment moment, Change<?> change) {
    if (change.before() == null) {
      jobsKnew.put(change.name(), moment.decidedAt().minus(moment.lag()));
    }
    if (change.after() instanceof Job after) {
      boolean complete =
          moment
              .truth()
              .views()
              .job(after)
              .filter(job -> job.phase() instanceof JobPhase.Complete)
              .isPresent();
      if (complete) {
        ended.values().stream()
            .filter(each -> each.run.job().equals(change.name()))
            .forEach(each -> completePods.add(each.run.pod()));
      }
    }
    boolean deleted =
        change.after() == null || change.after().getMetadata().getDeletionTimestamp() != null;
    // Who deletes a Job that is not recorded, or takes its mark, makes its stage run again.
    if (!Moment.byOperator(change) && change.before() instanceof Job before) {
      boolean hadMark =
          Absent.map(before.getMetadata().getAnnotations()).containsKey(Keys.STATE_RECORDED);
      boolean hasMark =
          change.after() != null
              && Absent.map(change.after().getMetadata().getAnnotations())
                  .containsKey(Keys.STATE_RECORDED);
      boolean byPerson = change.who().equals("person");
      if (byPerson && ((deleted && !hadMark) || (hadMark && !hasMark && !deleted))) {
        causes.put(ofJob(change.name()), moment.at());
      }
    }
  }

  private void nodeWright(Moment moment, Change<?> change) {
    NodeWrightView before =
        change.before() instanceof NodeWright old ? moment.truth().views().nodeWright(old) : null;
    NodeWrightView after =
        change.after() instanceof NodeWright now ? moment.truth().views().nodeWright(now) : null;
    Set<String> names = new HashSet<>();
    Optional.ofNullable(before).ifPresent(view -> names.addAll(view.spec().packages().keySet()));
    Optional.ofNullable(after).ifPresent(view -> names.addAll(view.spec().packages().keySet()));
    for (String name : names) {
      PackageSpec old = before == null ? null : before.spec().packages().get(name);
      PackageSpec now = after == null ? null : after.spec().packages().get(name);
      boolean deleting = after != null && after.deleting();
      if (!Objects.equals(old, now) || deleting) {
        causes.put(ofPackage(change.name(), name), moment.at());
      }
    }
  }

  private void node(Moment moment, Change<?> change) {
    Map<String, String> old = annotations(change.before());
    Map<String, String> now = annotations(change.after());
    for (String nodeWright : moment.truth().nodeWrights().keySet()) {
      String key = Keys.nodeState(nodeWright);
      boolean rebooted =
          reapplyOnReboot && !Truth.bootId(change.before()).equals(Truth.bootId(change.after()));
      if (!Objects.equals(old.get(key), now.get(key)) || rebooted) {
        causes.put(ofNode(nodeWright, change.name()), moment.at());
      }
    }
  }

  /// Whether the package was put on the host since: what follows `apply` and `upgrade` runs after
  /// each of them. A version that is resumed at `config` and then upgrades from the one that ran
  /// meanwhile has two (02 §4.5 rows 3 and 1).
  private boolean putOnHostSince(Instant when, Run key) {
    List<String> first = List.of(Stage.APPLY.word(), Stage.UPGRADE.word());
    return !first.contains(key.stage)
        && first.stream()
            .map(stage -> ended.get(new Run(key.node, key.nodeWrightUid, key.ref, stage)))
            .anyMatch(run -> run != null && run.run.at().isAfter(when));
  }

  private boolean causedSince(Instant when, String cause) {
    Instant at = causes.get(cause);
    return at != null && !at.isBefore(when);
  }

  private static Map<String, String> annotations(
      io.fabric8.kubernetes.api.model.@org.jspecify.annotations.Nullable HasMetadata node) {
    return node == null ? Map.of() : Absent.map(node.getMetadata().getAnnotations());
  }

  private static String ofPackage(String nodeWright, String name) {
    return "package " + nodeWright + " " + name;
  }

  private static String ofNode(String nodeWright, String node) {
    return "node " + nodeWright + " " + node;
  }

  private static String ofJob(String job) {
    return "job " + job;
  }

  /// A run that came to its end.
  ///
  /// @param knew all that happened up to then was known when its Job was created: no cause to run
  ///   again
  private record Ended(Host.StageRun run, Instant knew) {}

  private record Run(String node, String nodeWrightUid, String ref, String stage) {}
}
