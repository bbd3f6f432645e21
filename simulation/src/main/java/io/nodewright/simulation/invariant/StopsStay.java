package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Condition;
import io.nodewright.api.v1alpha1.BatchStatus;
import io.nodewright.api.v1alpha1.CompartmentStatus;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicyOptions;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// V-stop: a compartment stops only where its policy says so; a stopped one admits nobody and stays
/// stopped until a person acts: by a reset, by another version of a package where that resets, by
/// another policy, or by finishing what is left (05 §7.3, §9); and while one is stopped, the
/// condition names it and how to go on.
final class StopsStay implements Invariant {

  private static final String CONDITION = "RolloutStopped";

  private final Map<String, Stop> stops = new HashMap<>();

  @Override
  public String id() {
    return "V-stop";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODEWRIGHT
        || !(change.before() instanceof NodeWright before)
        || !(change.after() instanceof NodeWright after)
        || before.getStatus() == null
        || after.getStatus() == null
        || before.getStatus().equals(after.getStatus())) {
      return;
    }
    SortedSet<String> old = stopped(before.getStatus());
    SortedSet<String> now = stopped(after.getStatus());
    if (Moment.byOperator(change) && !(old.isEmpty() && now.isEmpty())) {
      findings.judged(id());
      judge(moment, before, after, old, now, findings);
    }
    String uid = after.getMetadata().getUid();
    stops.keySet().removeIf(key -> key.startsWith(uid) && !now.contains(compartment(key)));
    for (String compartment : now) {
      stops.putIfAbsent(
          uid + " " + compartment,
          new Stop(VersionsSeen.of(after), Absent.text(after.getSpec().deploymentPolicy())));
    }
  }

  private void judge(
      Moment moment,
      NodeWright before,
      NodeWright after,
      SortedSet<String> old,
      SortedSet<String> now,
      Findings findings) {
    String name = after.getMetadata().getName();
    CompartmentsAtHand compartments = new CompartmentsAtHand(moment.truth(), after);
    boolean sure =
        !compartments.unknown()
            && moment.knewLatest(
                "DeploymentPolicy", Absent.text(after.getSpec().deploymentPolicy()));
    for (String each : old) {
      if (!now.contains(each) && sure && !mayGoOn(moment, compartments, each, after)) {
        findings.violated(
            id(), moment.at(), "%s lets compartment %s go on by itself".formatted(name, each));
      }
      if (now.contains(each)) {
        SortedSet<String> admitted = admitted(each, before, after);
        if (!admitted.isEmpty() && after.getMetadata().getDeletionTimestamp() == null) {
          findings.violated(
              id(),
              moment.at(),
              "%s admits %s in compartment %s, which is stopped".formatted(name, admitted, each));
        }
      }
    }
    for (String each : now) {
      if (!old.contains(each) && sure) {
        BatchStatus batch = batch(after.getStatus(), each);
        int threshold = compartments.failureThreshold(each);
        int failures =
            batch == null || batch.consecutiveFailures() == null ? 0 : batch.consecutiveFailures();
        if (threshold == 0 || failures < threshold) {
          findings.violated(
              id(),
              moment.at(),
              "%s stops compartment %s after %d failed batches, threshold %d"
                  .formatted(name, each, failures, threshold));
        }
      }
    }
    told(moment, name, Objects.requireNonNull(after.getStatus()), now, findings);
  }

  private void told(
      Moment moment,
      String name,
      NodeWrightStatus status,
      SortedSet<String> stopped,
      Findings findings) {
    List<String> messages =
        Absent.list(status.conditions()).stream()
            .filter(each -> CONDITION.equals(each.getType()) && "True".equals(each.getStatus()))
            .map(Condition::getMessage)
            .toList();
    boolean right =
        stopped.isEmpty()
            ? messages.isEmpty()
            : messages.size() == 1
                && messages.getFirst().contains("deployment-policy reset " + name)
                && stopped.stream()
                    .allMatch(
                        each -> messages.getFirst().contains("compartment " + each + " stopped"));
    if (!right) {
      findings.violated(
          id(), moment.at(), "%s is stopped in %s and says %s".formatted(name, stopped, messages));
    }
  }

  private boolean mayGoOn(
      Moment moment, CompartmentsAtHand compartments, String compartment, NodeWright after) {
    Stop stop = stops.get(after.getMetadata().getUid() + " " + compartment);
    if (stop == null
        || !stop.policy.equals(Absent.text(after.getSpec().deploymentPolicy()))
        || !compartments.names().contains(compartment)
        || compartments.withoutStrategy(compartment)) {
      return true;
    }
    boolean over = "complete".equals(Objects.requireNonNull(after.getStatus()).status());
    return resets(moment, after) && (over || stop.versions.changedIn(VersionsSeen.of(after)));
  }

  private static boolean resets(Moment moment, NodeWright of) {
    DeploymentPolicyOptions options = of.getSpec().deploymentPolicyOptions();
    if (options != null && options.resetBatchStateOnCompletion() != null) {
      return options.resetBatchStateOnCompletion();
    }
    String policy = Absent.text(of.getSpec().deploymentPolicy());
    return policy.isEmpty()
        || moment
            .truth()
            .server()
            .get(Kind.DEPLOYMENT_POLICY, policy)
            .map(DeploymentPolicy::getSpec)
            .map(spec -> Absent.flag(spec.resetBatchStateOnCompletion(), true))
            .orElse(true);
  }

  /// New names among the current members of a compartment.
  private static SortedSet<String> admitted(
      String compartment, NodeWright before, NodeWright after) {
    SortedSet<String> members = new TreeSet<>(currentMembers(after.getStatus(), compartment));
    members.removeAll(currentMembers(before.getStatus(), compartment));
    return members;
  }

  private static List<String> currentMembers(
      @Nullable NodeWrightStatus status, String compartment) {
    BatchStatus batch = batch(status, compartment);
    return batch == null ? List.of() : Absent.list(batch.currentBatchNodes());
  }

  private static SortedSet<String> stopped(@Nullable NodeWrightStatus status) {
    SortedSet<String> stopped = new TreeSet<>();
    if (status != null) {
      for (String each : Absent.map(status.compartmentStatuses()).keySet()) {
        BatchStatus batch = batch(status, each);
        if (batch != null && Absent.flag(batch.shouldStop(), false)) {
          stopped.add(each);
        }
      }
    }
    return stopped;
  }

  private static @Nullable BatchStatus batch(
      @Nullable NodeWrightStatus status, String compartment) {
    CompartmentStatus found =
        status == null ? null : Absent.map(status.compartmentStatuses()).get(compartment);
    return found == null ? null : found.batchState();
  }

  private static String compartment(String key) {
    return key.substring(key.indexOf(' ') + 1);
  }

  /// @param versions of the packages when it stopped
  /// @param policy that stopped it
  private record Stop(VersionsSeen versions, String policy) {}
}
