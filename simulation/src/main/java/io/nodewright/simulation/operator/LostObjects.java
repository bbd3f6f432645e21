package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.seen.Doubts;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Kind;
import java.time.Duration;
import java.util.function.Supplier;

/// Reads what is not shown any more, one by one, until there is an answer.
///
/// @param caches those that doubt
/// @param found called after each answer
record LostObjects(Requests requests, Life life, Supplier<Caches> caches, Runnable found)
    implements Doubts {

  private static final Duration AGAIN = Duration.ofSeconds(1);

  @Override
  public void nodeWright(NodeWrightView lost) {
    look(Kind.NODEWRIGHT, caches.get().nodeWrights(), lost.name(), lost.uid());
  }

  @Override
  public void job(JobFacts lost) {
    look(Kind.JOB, caches.get().jobs(), lost.name(), lost.uid());
  }

  @Override
  public void attempt(OwnedAttempt lost) {
    look(Kind.POD, caches.get().attempts(), lost.attempt().pod(), lost.attempt().uid());
  }

  private <T extends HasMetadata> void look(
      Kind<T> kind, SeenCache<T, ?> cache, String name, String uid) {
    requests.read(
        kind,
        name,
        client -> client.get(kind, name),
        Replies.reread(
            cache,
            name,
            uid,
            reply -> {
              switch (reply) {
                case Reply.Answered<Void> _ -> found.run();
                case Reply.Failed<Void> _ ->
                    life.after(
                        AGAIN, "a look for what is not shown", () -> look(kind, cache, name, uid));
              }
            }));
  }
}
