package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Evictor;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// PodDisruptionBudgets: how many disruptions each allows, counted by a controller that sees Pods
/// late, and spent by evictions at once.
public final class PodBudgets implements Evictor {

  /// The label that a budget selects its Pods by.
  public static final String APP = "app";

  private static final Duration LAG = Duration.ofMillis(300);

  private final Agenda agenda;
  private final ApiServer server;
  private final SortedMap<String, Budget> budgets = new TreeMap<>();

  /// Starts the controller, without a budget.
  public PodBudgets(Agenda agenda, ApiServer server) {
    this.agenda = agenda;
    this.server = server;
    server.subscribe(Kind.POD, this::podChanged);
  }

  private static final class Budget {
    private final int needed;
    private int allowed;
    private int healthy;
    private boolean counting;

    /// Evicted, and not seen to go yet.
    private final Set<String> disrupted = new HashSet<>();

    private Budget(int needed) {
      this.needed = needed;
    }
  }

  /// Puts a budget over the Pods of an app.
  ///
  /// @param needed how many must stay healthy
  public void put(String app, int needed) {
    budgets.put(app, new Budget(needed));
  }

  /// How many healthy Pods of an app there must be; 0 without a budget.
  public int needed(String app) {
    Budget budget = budgets.get(app);
    return budget == null ? 0 : budget.needed;
  }

  /// People take the budgets away: where the only node left is to be drained, its Pods have nowhere
  /// to go and a budget would hold the drain for ever.
  public void calm() {
    budgets.clear();
  }

  @Override
  public void evict(ApiClient client, String name, Deletion deletion) {
    Pod pod = server.get(Kind.POD, name).orElse(null);
    Budget budget = pod == null ? null : budgets.get(app(pod));
    boolean another =
        pod != null
            && !deletion.uid().isEmpty()
            && !deletion.uid().equals(pod.getMetadata().getUid());
    if (pod == null || another || budget == null || Metadata.deleting(pod) || !ran(pod)) {
      client.delete(Kind.POD, name, deletion);
      return;
    }
    if (budget.allowed <= 0) {
      throw ApiFailure.budget(
          "The disruption budget %s needs %d healthy pods and has %d currently"
              .formatted(app(pod), budget.needed, budget.healthy));
    }
    budget.allowed--;
    budget.disrupted.add(pod.getMetadata().getUid());
    client.delete(Kind.POD, name, deletion);
  }

  private void podChanged(Change<Pod> change) {
    Budget budget = budgets.get(app(change.object()));
    if (budget != null && !budget.counting) {
      budget.counting = true;
      agenda.after(LAG, "disruption controller", () -> count(app(change.object()), budget));
    }
  }

  private void count(String app, Budget budget) {
    budget.counting = false;
    Set<String> still = new HashSet<>();
    int healthy = 0;
    for (Pod pod : server.list(Kind.POD)) {
      String uid = pod.getMetadata().getUid();
      if (!app.equals(app(pod)) || Metadata.deleting(pod)) {
        continue;
      }
      if (budget.disrupted.contains(uid)) {
        still.add(uid);
      } else if (ready(pod)) {
        healthy++;
      }
    }
    budget.disrupted.retainAll(still);
    budget.healthy = healthy;
    budget.allowed = Math.max(0, healthy - budget.needed);
  }

  /// Whether a Pod counts as healthy.
  public static boolean ready(Pod pod) {
    return ran(pod)
        && Absent.list(pod.getStatus().getConditions()).stream()
            .anyMatch(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()));
  }

  private static boolean ran(Pod pod) {
    return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
  }

  private static String app(Pod pod) {
    return Absent.text(Absent.map(pod.getMetadata().getLabels()).get(APP));
  }
}
