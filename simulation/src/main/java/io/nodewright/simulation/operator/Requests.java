package io.nodewright.simulation.operator;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.RequestFacts;
import io.nodewright.simulation.fault.RequestFate;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The requests of one process: each travels, is served, and its answer travels back. When the
/// process dies meanwhile, what is on its way may arrive or not; when it stands still, it arrives
/// late.
final class Requests {

  private static final Duration TIMEOUT = Duration.ofSeconds(4);

  private final Agenda agenda;
  private final ApiServer server;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final Dice dice;
  private final Life life;
  private final Fence fence;
  private final WritePlan plan;
  private final WriteOrigin origin;
  private final String instance;
  private final List<InFlight> inFlight = new ArrayList<>();
  private long number;

  /// @param instance name of the process, of which requests tell
  /// @param dice for what becomes of requests on their way when the process dies
  /// @param plan what is to happen at the process's writes
  Requests(Surroundings world, String instance, Dice dice, Life life, Fence fence, WritePlan plan) {
    this.agenda = world.agenda();
    this.server = world.server();
    this.faults = world.faults();
    this.counts = world.counts();
    this.origin = world.origin();
    this.instance = instance;
    this.dice = dice;
    this.life = life;
    this.fence = fence;
    this.plan = plan;
  }

  /// Sends a read.
  <T> void read(Kind<?> kind, String name, Function<ApiClient, T> call, Consumer<Reply<T>> then) {
    send(server.as(instance), facts("get", kind, name), call, then);
  }

  /// Sends a write, unless the fence is closed.
  ///
  /// @param nodeWright for whom
  <T> void write(
      String nodeWright,
      String verb,
      Kind<?> kind,
      String name,
      Function<ApiClient, T> call,
      Consumer<Reply<T>> then) {
    if (!fence.open()) {
      then.accept(new Reply.Failed<>(Failure.NOT_LEADING));
      return;
    }
    ApiClient client = server.as(Writer.name(instance, nodeWright));
    RequestFacts facts = facts(verb, kind, name);
    switch (plan.next()) {
      case GOES_ON -> send(client, facts, call, then);
      case DIES_BEFORE -> plan.die();
      case DIES_AFTER ->
          agenda.after(
              Duration.ofMillis(2),
              "the last write of " + instance,
              () -> {
                serve(client, call, life.decidedAt());
                plan.die();
              });
      case ANSWER_IS_LOST ->
          travel(
              facts, new RequestFate.AnswerLost(Duration.ofMillis(2), TIMEOUT), client, call, then);
    }
  }

  /// Records an event, best effort.
  void event(String regardingKind, String regarding, String reason, String action) {
    if (fence.open()) {
      life.after(
          Duration.ofMillis(5),
          "event",
          () -> server.as(instance).event(regardingKind, regarding, reason, action));
    }
  }

  /// The process died: each request on its way arrives or not, by the dice.
  void died() {
    for (InFlight each : List.copyOf(inFlight)) {
      if (dice.happens(0.5, "arrives", each.number)) {
        counts.fired("operator died, its request arrived");
      } else {
        each.entry.cancel();
        counts.fired("operator died, its request was lost");
      }
    }
    inFlight.clear();
  }

  /// The process stands still until then: what it was about to send leaves when it goes on.
  void frozen() {
    for (InFlight each : List.copyOf(inFlight)) {
      each.entry.cancel();
      agenda.at(life.frozenUntil(), "a late " + each.what, each.arrival);
      counts.fired("late write of a process that stood still");
    }
    inFlight.clear();
  }

  private RequestFacts facts(String verb, Kind<?> kind, String name) {
    return new RequestFacts(instance, verb, kind.name(), name, number++, agenda.now());
  }

  private <T> void send(
      ApiClient client, RequestFacts facts, Function<ApiClient, T> call, Consumer<Reply<T>> then) {
    travel(facts, faults.request(facts), client, call, then);
  }

  private <T> void travel(
      RequestFacts facts,
      RequestFate fate,
      ApiClient client,
      Function<ApiClient, T> call,
      Consumer<Reply<T>> then) {
    String what = facts.verb() + " " + facts.kind();
    Instant decision = life.decidedAt();
    switch (fate) {
      case RequestFate.Served(Duration there, Duration back) ->
          depart(
              facts,
              there,
              what,
              () -> {
                Reply<T> reply = serve(client, call, decision);
                life.after(back, what, decision, () -> then.accept(reply));
              });
      case RequestFate.Refused(Duration after, int code) -> {
        counts.fired("request refused with " + code);
        life.after(
            after,
            what,
            () -> then.accept(new Reply.Failed<>(Failure.of(code, "the server is not well"))));
      }
      case RequestFate.NeverArrived(Duration after) -> {
        counts.fired("request never arrived");
        life.after(after, what, () -> then.accept(new Reply.Failed<>(Failure.UNANSWERED)));
      }
      case RequestFate.AnswerLost(Duration there, Duration after) -> {
        counts.fired("answer lost");
        depart(facts, there, what, () -> serve(client, call, decision));
        life.after(after, what, () -> then.accept(new Reply.Failed<>(Failure.UNANSWERED)));
      }
    }
  }

  private void depart(RequestFacts facts, Duration there, String what, Runnable arrival) {
    InFlight flight = new InFlight(facts.number(), what, arrival);
    inFlight.add(flight);
    flight.entry =
        agenda.after(
            there,
            what,
            () -> {
              inFlight.remove(flight);
              arrival.run();
            });
  }

  private <T> Reply<T> serve(ApiClient client, Function<ApiClient, T> call, Instant decision) {
    return origin.served(
        decision,
        () -> {
          try {
            return new Reply.Answered<>(call.apply(client));
          } catch (ApiFailure e) {
            return new Reply.Failed<>(Failure.of(e));
          }
        });
  }

  private static final class InFlight {
    private final long number;
    private final String what;
    private final Runnable arrival;
    private Agenda.Entry entry;

    @SuppressWarnings("NullAway") // set by depart, which makes these
    InFlight(long number, String what, Runnable arrival) {
      this.number = number;
      this.what = what;
      this.arrival = arrival;
    }
  }
}
