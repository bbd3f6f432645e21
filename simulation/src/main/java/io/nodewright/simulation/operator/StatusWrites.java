package io.nodewright.simulation.operator;

import io.nodewright.api.resource.NodeWrightPatches;
import io.nodewright.api.resource.StatusSize;
import io.nodewright.api.resource.Statuses;
import io.nodewright.api.seen.Alarm;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The one writer of statuses. What is stored already is not written again; what nobody waits for
/// is written at most once per second, the latest one always.
final class StatusWrites {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Requests requests;
  private final Caches caches;
  private final NodeWrightWrites reader;
  private final Alarm alarm;
  private final Life life;
  private final Weakened weakened;
  private final Protections protections;
  private final StatusSize size = new StatusSize(StatusSize.LIMIT);
  private final Map<String, Held> held = new HashMap<>();
  private final Map<String, Instant> writtenAt = new HashMap<>();
  private final Set<String> inFlight = new HashSet<>();

  StatusWrites(
      Requests requests,
      Caches caches,
      NodeWrightWrites reader,
      Alarm alarm,
      Life life,
      Weakened weakened,
      Protections protections) {
    this.requests = requests;
    this.caches = caches;
    this.reader = reader;
    this.alarm = alarm;
    this.life = life;
    this.weakened = weakened;
    this.protections = protections;
  }

  void perform(Action.WriteStatus write, Consumer<Outcome> then) {
    PublishedStatus status = size.bounded(write.status());
    if (write.urgent()) {
      held.remove(write.seen().name()); // an older one, by the same decisions
      if (stored(write.seen(), status)) {
        then.accept(Outcome.UNCHANGED);
      } else {
        send(write.seen(), status, then);
      }
    } else {
      writeSoon(write.seen(), status);
      then.accept(Outcome.UNCHANGED);
    }
  }

  /// Whether a held status is being written; its end wakes that NodeWright.
  boolean writing(String nodeWright) {
    return inFlight.contains(nodeWright);
  }

  private void writeSoon(NodeWrightView seen, PublishedStatus status) {
    if (stored(seen, status)) {
      return;
    }
    boolean waiting = held.put(seen.name(), new Held(seen, status)) != null;
    if (!waiting) {
      Instant last = writtenAt.getOrDefault(seen.name(), Instant.MIN);
      boolean longAgo = !last.isAfter(life.now().minus(PAUSE));
      life.after(
          longAgo ? Duration.ZERO : Duration.between(life.now(), last.plus(PAUSE)),
          "held status",
          () -> sendHeld(seen.name()));
    }
  }

  private void sendHeld(String nodeWright) {
    Held latest = held.remove(nodeWright);
    if (latest == null) {
      return;
    }
    inFlight.add(nodeWright);
    send(
        latest.seen,
        latest.status,
        outcome -> {
          switch (outcome) {
            case Outcome.Done _, Outcome.Ended _ -> landed(nodeWright);
            case Outcome.Failed(Failure failure) -> {
              if (failure.kind() == Failure.Kind.NOT_LEADING) {
                landed(nodeWright);
              } else {
                life.after(PAUSE, "read again", () -> readAgain(latest.seen));
              }
            }
          }
        });
  }

  private void landed(String nodeWright) {
    inFlight.remove(nodeWright);
    alarm.wake(nodeWright);
  }

  private void readAgain(NodeWrightView seen) {
    reader.reread(
        seen,
        reply -> {
          switch (reply) {
            case Reply.Answered<Void> _ -> landed(seen.name());
            case Reply.Failed<Void> _ -> life.after(PAUSE, "read again", () -> readAgain(seen));
          }
        });
  }

  private void send(NodeWrightView seen, PublishedStatus status, Consumer<Outcome> then) {
    String body = weakened.ofStatus(NodeWrightPatches.status(seen, status));
    requests.<NodeWright>write(
        seen.name(),
        "patch",
        Kind.NODEWRIGHT,
        seen.name(),
        client -> client.patch(Kind.NODEWRIGHT, seen.name(), PatchKind.JSON, body, Part.STATUS),
        Replies.takenIn(
            answered -> {
              caches.nodeWrights().answered(answered);
              writtenAt.put(seen.name(), life.now());
            },
            then));
  }

  /// Compared as stored: in memory, times have fractions of seconds that the API does not keep.
  private boolean stored(NodeWrightView seen, PublishedStatus status) {
    return seen.status().present()
        && protections.on(Protection.STATUS_SKIPPED_WHEN_EQUAL)
        && Statuses.write(seen.status()).equals(Statuses.write(status));
  }

  private record Held(NodeWrightView seen, PublishedStatus status) {}
}
