package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.nodewright.api.pod.Evictions;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Evictor;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.time.ProcessClock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Asks Pods to leave, each by its UID (04 §6.3, §6.4). No answer ends the list.
final class PodWrites {

  private static final int GONE = 404;
  private static final int ANOTHER = 409;

  private final Requests requests;
  private final Evictor evictor;
  private final PodViews read;
  private final WatchedPods pods;
  private final ProcessClock clock;

  PodWrites(
      Requests requests, Evictor evictor, String namespace, WatchedPods pods, ProcessClock clock) {
    this.read = new PodViews(namespace);
    this.requests = requests;
    this.evictor = evictor;
    this.pods = pods;
    this.clock = clock;
  }

  void evict(Action.EvictPod evict, Consumer<Outcome> then) {
    Deletion deletion = deletion(Evictions.eviction(evict.pod(), evict.grace()).getDeleteOptions());
    send(
        evict.pod(),
        evict.nodeWright().name(),
        "evict",
        client -> {
          try {
            evictor.evict(client, evict.pod().name(), deletion);
            return Optional.empty();
          } catch (ApiFailure refused) {
            Optional<String> budget =
                Evictions.refusedByBudget(refused.code(), refused.status().orElse(null));
            if (budget.isEmpty()) {
              throw refused;
            }
            return budget;
          }
        },
        then);
  }

  void delete(Action.DeletePod delete, Consumer<Outcome> then) {
    Deletion deletion = deletion(Evictions.deletion(delete.pod(), delete.grace()));
    send(
        delete.pod(),
        delete.nodeWright().name(),
        "delete",
        client -> {
          client.delete(Kind.POD, delete.pod().name(), deletion);
          return Optional.empty();
        },
        then);
  }

  /// Lists a node's Pods anew.
  void confirm(Action.ConfirmPods confirm, Consumer<Outcome> then) {
    requests.read(
        Kind.POD,
        confirm.node(),
        client ->
            client.list(Kind.POD).stream()
                .filter(pod -> confirm.node().equals(pod.getSpec().getNodeName()))
                .flatMap(pod -> read.of(pod).stream())
                .toList(),
        reply -> {
          switch (reply) {
            case Reply.Answered<List<PodView>>(List<PodView> listed) ->
                then.accept(
                    pods.sawAll(confirm.node(), confirm.podsSeen(), listed)
                        ? Outcome.UNCHANGED
                        : new Outcome.Ended("pods were not seen"));
            case Reply.Failed<List<PodView>>(Failure failure) ->
                then.accept(new Outcome.Failed(failure));
          }
        });
  }

  private void send(
      PodRef pod,
      String nodeWright,
      String verb,
      Function<ApiClient, Optional<String>> call,
      Consumer<Outcome> then) {
    requests.write(
        nodeWright,
        verb,
        Kind.POD,
        pod.name(),
        call,
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<String>>(Optional<String> refused) -> {
              refused.ifPresentOrElse(
                  text -> pods.stays(new Refused(pod, nodeWright, text, clock.now())),
                  () -> pods.goes(pod));
              then.accept(Outcome.DONE);
            }
            case Reply.Failed<Optional<String>>(Failure failure) -> {
              if (failure.code() == GONE || failure.code() == ANOTHER) {
                pods.goes(pod);
                then.accept(Outcome.DONE);
              } else {
                then.accept(Outcome.UNCHANGED); // a later pass tries again
              }
            }
          }
        });
  }

  private static Deletion deletion(DeleteOptions options) {
    Long grace = options.getGracePeriodSeconds();
    return Deletion.of(options.getPreconditions().getUid()).withGrace(grace == null ? -1 : grace);
  }
}
