package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Consumer;

/// What most writers do with replies.
final class Replies {

  private static final Object NOTHING = new Object();

  private Replies() {}

  /// An answer that says nothing.
  @SuppressWarnings("unchecked") // nobody takes the value out
  static Reply<Void> nothing() {
    return (Reply<Void>) (Reply<?>) new Reply.Answered<>(NOTHING);
  }

  /// Done when it was answered, after the answer was taken in.
  static <T> Consumer<Reply<T>> takenIn(Consumer<T> cache, Consumer<Outcome> then) {
    return reply -> {
      switch (reply) {
        case Reply.Answered<T>(T value) -> {
          cache.accept(value);
          then.accept(Outcome.DONE);
        }
        case Reply.Failed<T>(Failure failure) -> then.accept(new Outcome.Failed(failure));
      }
    };
  }

  /// A read whose outcome goes into a cache.
  ///
  /// @param uid of the object that was known
  static <T extends HasMetadata> Consumer<Reply<Optional<T>>> reread(
      SeenCache<T, ?> cache, String name, String uid, Consumer<Reply<Void>> then) {
    return reply -> {
      switch (reply) {
        case Reply.Answered<Optional<T>>(Optional<T> now) -> {
          now.ifPresentOrElse(cache::answered, () -> cache.answeredGone(name, uid));
          then.accept(nothing());
        }
        case Reply.Failed<Optional<T>>(Failure failure) -> then.accept(new Reply.Failed<>(failure));
      }
    };
  }
}
