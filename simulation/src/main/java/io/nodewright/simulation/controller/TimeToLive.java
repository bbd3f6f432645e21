package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Deletes finished Jobs when their time to live is over, with their Pods first.
public final class TimeToLive {

  private static final Duration SOON = Duration.ofMillis(50);

  private final Agenda agenda;
  private final ApiServer server;
  private final ApiClient client;
  private final Map<String, Agenda.Entry> due = new HashMap<>();

  private TimeToLive(Agenda agenda, ApiServer server) {
    this.agenda = agenda;
    this.server = server;
    this.client = server.as("ttl-after-finished-controller");
  }

  /// Starts one.
  public static void start(Agenda agenda, ApiServer server) {
    TimeToLive it = new TimeToLive(agenda, server);
    server.subscribe(Kind.JOB, it::changed);
  }

  private void changed(Change<Job> change) {
    String uid = change.object().getMetadata().getUid();
    Agenda.Entry known = due.remove(uid);
    if (known != null) {
      known.cancel();
    }
    if (change.type() == Change.Type.DELETED || Metadata.deleting(change.object())) {
      return;
    }
    end(change.object())
        .ifPresent(
            end -> {
              Instant soonest = agenda.now().plus(SOON);
              due.put(
                  uid,
                  agenda.at(
                      end.isBefore(soonest) ? soonest : end,
                      "time to live",
                      () -> delete(change.name(), uid)));
            });
  }

  private static Optional<Instant> end(Job job) {
    Integer seconds = job.getSpec().getTtlSecondsAfterFinished();
    return seconds == null
        ? Optional.empty()
        : JobConditions.finishedAt(job).map(at -> at.plusSeconds(seconds));
  }

  private void delete(String name, String uid) {
    due.remove(uid);
    boolean still =
        server
            .get(Kind.JOB, name)
            .filter(each -> each.getMetadata().getUid().equals(uid))
            .isPresent();
    if (still) {
      client.delete(Kind.JOB, name, Deletion.of(uid).foreground());
    }
  }
}
