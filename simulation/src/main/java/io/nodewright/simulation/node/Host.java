package io.nodewright.simulation.node;

import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The disk of one machine: which stages really ran there, and what they left. It outlives Pods,
/// reboots, and the Node object; a new machine under an old name has a new one.
public final class Host {

  private final List<StageRun> begun = new ArrayList<>();
  private final List<StageRun> worked = new ArrayList<>();
  private final List<StageRun> checked = new ArrayList<>();
  private final SortedMap<Installation, Installed> installed = new TreeMap<>();
  private final Map<String, List<String>> podsOfJob = new HashMap<>();
  private final Map<String, Integer> beginnings = new HashMap<>();
  private final Set<String> interruptsDone = new HashSet<>();
  private final Map<String, String> rebootAsked = new HashMap<>();
  private final List<Listener> listeners = new ArrayList<>();

  /// Tells of every run from now on, within the event in which it happens.
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /// Runs of a stage's work that began, in order.
  public List<StageRun> begun() {
    return Collections.unmodifiableList(begun);
  }

  /// Runs of a stage's work that came to success, in order: their effect is on the disk.
  public List<StageRun> worked() {
    return Collections.unmodifiableList(worked);
  }

  /// Runs whose check came to success too, in order: the stage has run to its end.
  public List<StageRun> checked() {
    return Collections.unmodifiableList(checked);
  }

  /// What is on the disk now. Two hosts with equal answers are in the same state.
  public SortedMap<Installation, Installed> installed() {
    return Collections.unmodifiableSortedMap(installed);
  }

  void began(StageRun run) {
    begun.add(run);
    listeners.forEach(each -> each.happened(Moment.BEGAN, run));
  }

  /// How many other Pods of that Job came here before this one.
  int meets(String job, String podUid) {
    List<String> pods = podsOfJob.computeIfAbsent(job, _ -> new ArrayList<>());
    if (!pods.contains(podUid)) {
      pods.add(podUid);
    }
    return pods.indexOf(podUid);
  }

  /// Whether an interrupt of that resource id has run here to its end.
  ///
  /// @param bootId of the machine now: another one than when a reboot was asked for is its end
  boolean interrupted(String interrupt, String bootId) {
    String asked = rebootAsked.get(interrupt);
    if (asked != null && !asked.equals(bootId)) {
      rebootAsked.remove(interrupt);
      interruptsDone.add(interrupt);
    }
    return interruptsDone.contains(interrupt);
  }

  /// An interrupt that is no reboot came to its end.
  void interruptEnds(String interrupt) {
    interruptsDone.add(interrupt);
  }

  /// A reboot was asked for.
  void asksReboot(String interrupt, String bootId) {
    rebootAsked.put(interrupt, bootId);
  }

  /// How often that step began here before; counts this beginning.
  int begins(String step) {
    return beginnings.merge(step, 1, Integer::sum) - 1;
  }

  void worked(StageRun run) {
    worked.add(run);
    Installation key = new Installation(run.nodeWright(), run.ref().name());
    Installed before = installed.get(key);
    switch (run.stage()) {
      case APPLY, UPGRADE ->
          installed.put(
              key,
              new Installed(
                  run.ref().version(), run.config(), before == null ? "" : before.configured()));
      case CONFIG ->
          installed.put(
              key,
              new Installed(
                  before == null ? "" : before.version(), run.config(), run.ref().version()));
      case UNINSTALL -> installed.remove(key);
      case INTERRUPT, POST_INTERRUPT, UNINSTALL_INTERRUPT -> {}
    }
    listeners.forEach(each -> each.happened(Moment.WORKED, run));
  }

  void checked(StageRun run) {
    checked.add(run);
    listeners.forEach(each -> each.happened(Moment.CHECKED, run));
  }

  /// What happens in a run of a stage.
  public enum Moment {
    /// Its work began.
    BEGAN,
    /// Its work came to success.
    WORKED,
    /// Its check came to success.
    CHECKED
  }

  /// Who is told of runs.
  @FunctionalInterface
  public interface Listener {
    /// Something happened in a run.
    void happened(Moment moment, StageRun run);
  }

  /// One run of a stage on this host.
  ///
  /// @param at when its work began, succeeded, or its check succeeded
  /// @param nodeWright name of the NodeWright
  /// @param nodeWrightUid its UID, from the Pod
  /// @param generation its generation, from the Pod
  /// @param config content of the config files that the Pod brought, by key
  /// @param pod UID of the Pod
  /// @param job name of the Job
  public record StageRun(
      Instant at,
      String nodeWright,
      String nodeWrightUid,
      long generation,
      PackageRef ref,
      Stage stage,
      SortedMap<String, String> config,
      String pod,
      String job) {

    public StageRun {
      config = Collections.unmodifiableSortedMap(new TreeMap<>(config));
    }
  }

  /// What is installed by whom.
  public record Installation(String nodeWright, String packageName)
      implements Comparable<Installation> {
    @Override
    public int compareTo(Installation other) {
      int order = nodeWright.compareTo(other.nodeWright);
      return order != 0 ? order : packageName.compareTo(other.packageName);
    }
  }

  /// How it is installed.
  ///
  /// @param version that was applied or upgraded to last; empty when `config` ran without either
  /// @param config the config files of the last stage that did something with them
  /// @param configured version whose `config` stage ran last; empty for none
  public record Installed(String version, SortedMap<String, String> config, String configured) {
    public Installed {
      config = Collections.unmodifiableSortedMap(new TreeMap<>(config));
    }
  }
}
