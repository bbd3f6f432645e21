package io.nodewright.simulation.operator;

import io.nodewright.api.resource.NodeWrightPatches;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Writes on the metadata of NodeWrights.
final class NodeWrightWrites {

  private final Requests requests;
  private final Caches caches;

  NodeWrightWrites(Requests requests, Caches caches) {
    this.requests = requests;
    this.caches = caches;
  }

  void addFinalizer(NodeWrightView seen, Consumer<Outcome> then) {
    withStored(seen, stored -> NodeWrightPatches.addFinalizer(seen, stored), then);
  }

  void removeFinalizer(NodeWrightView seen, Consumer<Outcome> then) {
    withStored(seen, stored -> NodeWrightPatches.removeFinalizer(seen, stored), then);
  }

  void stampVersion(Action.StampVersion action, Consumer<Outcome> then) {
    patch(action.seen(), NodeWrightPatches.stampVersion(action), then);
  }

  void reread(NodeWrightView seen, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.NODEWRIGHT,
        seen.name(),
        client -> client.get(Kind.NODEWRIGHT, seen.name()),
        Replies.reread(caches.nodeWrights(), seen.name(), seen.uid(), then));
  }

  /// Others' finalizers are in the same list: they are read first.
  private void withStored(
      NodeWrightView seen, Function<List<String>, Optional<String>> body, Consumer<Outcome> then) {
    requests.read(
        Kind.NODEWRIGHT,
        seen.name(),
        client -> client.get(Kind.NODEWRIGHT, seen.name()),
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<NodeWright>>(Optional<NodeWright> now) ->
                body.apply(
                        now.map(each -> Absent.list(each.getMetadata().getFinalizers()))
                            .orElse(List.of()))
                    .ifPresentOrElse(
                        text -> patch(seen, text, then), () -> then.accept(Outcome.UNCHANGED));
            case Reply.Failed<Optional<NodeWright>>(Failure failure) ->
                then.accept(new Outcome.Failed(failure));
          }
        });
  }

  private void patch(NodeWrightView seen, String body, Consumer<Outcome> then) {
    requests.<NodeWright>write(
        seen.name(),
        "patch",
        Kind.NODEWRIGHT,
        seen.name(),
        client -> client.patch(Kind.NODEWRIGHT, seen.name(), PatchKind.MERGE, body, Part.OBJECT),
        Replies.takenIn(
            answered -> {
              boolean last =
                  answered.getMetadata().getDeletionTimestamp() != null
                      && Absent.list(answered.getMetadata().getFinalizers()).isEmpty();
              if (last) {
                caches.nodeWrights().answeredGone(seen.name(), seen.uid());
              } else {
                caches.nodeWrights().answered(answered);
              }
            },
            then));
  }
}
