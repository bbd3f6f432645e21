package io.nodewright.api.seen;

import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;

/// Told of objects that are not shown any more though they cannot just have gone: one list that
/// came back empty is no end. Each asks the API server, later, and tells the cache what it found;
/// until then the object counts as there.
public interface Doubts {

  /// Order and barriers rest on which NodeWrights there are: without its finalizer, or while it is
  /// being deleted, one may go.
  static boolean mayVanish(NodeWrightView seen) {
    return seen.deleting() || !seen.finalizer();
  }

  /// The next stage of a package begins when the Job of the one before is gone.
  static boolean mayVanish(JobFacts seen) {
    return !seen.unfinished();
  }

  /// Where a Job was taken away, nothing begins before its Pod is gone.
  static boolean mayVanish(OwnedAttempt seen) {
    return !seen.alive();
  }

  /// That NodeWright is not shown.
  void nodeWright(NodeWrightView lost);

  /// That Job is not shown.
  void job(JobFacts lost);

  /// That Pod is not shown.
  void attempt(OwnedAttempt lost);
}
