package io.nodewright.simulation.conformance;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A cluster as one row of the suite uses it: with a node of its own, and names that no other row
/// uses.
public interface JobWorld {

  /// A name that is this row's alone.
  String name(String what);

  /// The row's node, whose kubelet does what the scripts say.
  String node();

  /// A Node of the row without a kubelet: its Pods stay as they are.
  String silentNode();

  /// What the runs of the step of a Job's Pods come to, one after the other, over all its Pods; the
  /// last of them again and again. Without a script they succeed quickly.
  void script(String job, Run... runs);

  /// The kubelet of the row's node refuses Pods of that Job from now on.
  ///
  /// @param reason such as `OutOfcpu`
  void refuse(String job, String reason);

  /// Creates an object in the suite's namespace.
  Answer create(HasMetadata object);

  /// The object of that name; empty when there is none.
  <T extends HasMetadata> Optional<T> get(Class<T> kind, String name);

  /// The Pods of a Job, oldest first.
  List<Pod> pods(String job);

  /// Sends a patch.
  Answer patch(
      Class<? extends HasMetadata> kind, String name, PatchKind form, String body, Part part);

  /// Asks for a deletion.
  Answer delete(Class<? extends HasMetadata> kind, String name, Deletion deletion);

  /// Evicts a Pod through the API.
  Answer evict(String pod);

  /// Waits until something holds.
  ///
  /// @throws AssertionError when it does not in time
  void until(String what, Duration atMost, BooleanSupplier holds);

  /// Lets so much time go by.
  void pass(Duration time);

  /// The cluster's time.
  Instant now();

  /// What one run of a step comes to.
  ///
  /// @param takes how long it runs
  /// @param code its exit code
  record Run(Duration takes, int code) {
    private static final Duration QUICK = Duration.ofMillis(200);

    /// It fails soon.
    public static Run fails() {
      return new Run(QUICK, 1);
    }

    /// It succeeds soon.
    public static Run succeeds() {
      return new Run(QUICK, 0);
    }

    /// It runs until somebody ends it.
    public static Run hangs() {
      return new Run(Duration.ofHours(1), 0);
    }
  }

  /// How a request was answered.
  ///
  /// @param code HTTP status; 200 for every success
  /// @param text what a refusal says
  record Answer(int code, String text) {
    /// Success.
    public static final Answer DONE = new Answer(200, "");
  }
}
