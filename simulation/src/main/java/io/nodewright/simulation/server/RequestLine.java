package io.nodewright.simulation.server;

import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.RequestFacts;
import io.nodewright.simulation.fault.RequestFate;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/// What lies between the API server and one client: latency, refusals, lost requests and lost
/// answers, as the fault plan has it. Requests may overtake each other.
public final class RequestLine {

  private final Agenda agenda;
  private final ApiClient client;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private long sent;
  private boolean dead;

  /// @param client who sends
  public RequestLine(Agenda agenda, ApiClient client, FaultPlan faults, FaultCounts counts) {
    this.agenda = agenda;
    this.client = client;
    this.faults = faults;
    this.counts = counts;
  }

  /// Sends a request.
  ///
  /// @param request what the API server does when it arrives
  /// @param then told later, once, unless the client died
  public <T> void send(
      String verb,
      String kind,
      String name,
      Function<ApiClient, T> request,
      Consumer<Answer<T>> then) {
    RequestFacts facts = new RequestFacts(client.who(), verb, kind, name, sent++, agenda.now());
    switch (faults.request(facts)) {
      case RequestFate.Served(Duration there, Duration back) ->
          agenda.after(
              there,
              "request",
              () -> {
                Answer<T> answer = served(request);
                agenda.after(back, "answer", () -> tell(then, answer));
              });
      case RequestFate.Refused(Duration after, int code) -> {
        counts.fired("request refused " + code);
        ApiFailure failure = new ApiFailure(code, reason(code), "injected");
        agenda.after(after, "answer", () -> tell(then, new Answer.Failed<>(failure)));
      }
      case RequestFate.NeverArrived(Duration after) -> {
        counts.fired("request never arrived");
        agenda.after(after, "answer", () -> tell(then, new Answer.None<>()));
      }
      case RequestFate.AnswerLost(Duration there, Duration after) -> {
        counts.fired("answer lost");
        agenda.after(there, "request", () -> served(request));
        agenda.after(after, "answer", () -> tell(then, new Answer.None<>()));
      }
    }
  }

  /// The client dies: requests that are on their way still arrive, and nobody hears of them.
  public void die() {
    dead = true;
  }

  private <T> Answer<T> served(Function<ApiClient, T> request) {
    try {
      return new Answer.Given<>(request.apply(client));
    } catch (ApiFailure e) {
      return new Answer.Failed<>(e);
    }
  }

  private <T> void tell(Consumer<Answer<T>> then, Answer<T> answer) {
    if (!dead) {
      then.accept(answer);
    }
  }

  private static String reason(int code) {
    return switch (code) {
      case 429 -> "TooManyRequests";
      case 503 -> "ServiceUnavailable";
      default -> "InternalError";
    };
  }

  /// What a client hears of its request.
  public sealed interface Answer<T> {
    /// It was done.
    record Given<T>(T value) implements Answer<T> {}

    /// The API server refused it, or failed.
    record Failed<T>(ApiFailure failure) implements Answer<T> {}

    /// No answer came: whether it was done is unknown.
    record None<T>() implements Answer<T> {}
  }
}
