package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.admission.NodeWrightRules;
import io.nodewright.api.admission.PolicyPresence;
import io.nodewright.api.admission.RecordedPackages;
import io.nodewright.api.admission.Review;
import io.nodewright.api.admission.Surroundings;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.simulation.server.Admission;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Kind;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Admission as a cluster with our webhook has it: the rules of `api`, asked with what the nodes
/// record.
public final class AdmissionRules implements Admission {

  private @Nullable ApiServer server;

  /// Says where the nodes are; before that, edits of NodeWrights are not judged.
  public void connect(ApiServer of) {
    server = of;
  }

  @Override
  public void check(Kind<?> kind, @Nullable HasMetadata before, @Nullable HasMetadata after) {
    Review review = review(before, after);
    if (review.refused()) {
      throw new ApiFailure(403, "Forbidden", review.refusal());
    }
  }

  private Review review(@Nullable HasMetadata before, @Nullable HasMetadata after) {
    if (!(after instanceof NodeWright updated)) {
      return Review.ACCEPTED;
    }
    if (!(before instanceof NodeWright stored)) {
      return NodeWrightRules.onCreate(updated, around(RecordedPackages.NONE));
    }
    // The rules say so themselves; the nodes need not be read for it.
    return Objects.equals(stored.getSpec(), updated.getSpec())
        ? Review.ACCEPTED
        : NodeWrightRules.onUpdate(
            stored, updated, around(recorded(stored.getMetadata().getName())));
  }

  /// People name policies that are not there yet, or no longer: how a rollout waits for them is
  /// simulated, so nobody keeps them from it.
  private static Surroundings around(RecordedPackages recorded) {
    return new Surroundings(recorded, _ -> PolicyPresence.PRESENT);
  }

  private RecordedPackages recorded(String nodeWright) {
    SortedMap<String, NodeState> states = new TreeMap<>();
    if (server != null) {
      for (Node node : server.list(Kind.NODE)) {
        String text =
            Absent.map(node.getMetadata().getAnnotations()).get(Keys.nodeState(nodeWright));
        if (text != null) {
          states.put(node.getMetadata().getName(), NodeStates.read(text));
        }
      }
    }
    return RecordedPackages.onNodes(states);
  }
}
