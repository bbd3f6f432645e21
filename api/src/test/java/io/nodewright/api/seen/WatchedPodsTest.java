package io.nodewright.api.seen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.nodewright.api.pod.PodViews;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.rollout.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What becomes of a list of pods that came back short.
class WatchedPodsTest {

  private final List<FakeWatch> opened = new ArrayList<>();
  private final WatchedPods pods =
      new WatchedPods(
          new PodWatches() {
            @Override
            public PodWatch ofNode(String node, Runnable news) {
              opened.add(new FakeWatch());
              return opened.getLast();
            }

            @Override
            public PodWatch ofSelector(LabelSelector selector, Runnable news) {
              throw new AssertionError("nobody protects pods here");
            }
          },
          new Alarm() {
            @Override
            public void wake(String nodeWright) {}

            @Override
            public void wakeAll() {}
          },
          () -> Instant.EPOCH);

  @Test
  @DisplayName("I3 a pod that the decision did not see has the node watched anew")
  void aMissedPodHasTheNodeWatchedAnew() {
    pods.want("nw", new TreeSet<>(Set.of("n1")));
    assertEquals(List.of(), pods.seen().onNodes().get("n1"));

    assertFalse(pods.sawAll("n1", new TreeSet<>(), List.of(pod("web"))));

    assertEquals(2, opened.size());
    assertTrue(opened.getFirst().closed);
    opened.getLast().known = false;
    assertFalse(pods.seen().onNodes().containsKey("n1"), "nothing is known until it has listed");
  }

  @Test
  @DisplayName("I3 pods that have gone since are no matter")
  void goneSinceIsNoMatter() {
    pods.want("nw", new TreeSet<>(Set.of("n1")));

    assertTrue(pods.sawAll("n1", new TreeSet<>(Set.of("web", "old")), List.of(pod("web"))));

    assertEquals(1, opened.size());
  }

  private static PodView pod(String uid) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(uid)
            .withNamespace("work")
            .withUid(uid)
            .endMetadata()
            .withNewSpec()
            .withNodeName("n1")
            .endSpec()
            .build();
    return new PodViews("nodewright").of(pod).orElseThrow();
  }

  private static final class FakeWatch implements PodWatch {
    private boolean known = true;
    private boolean closed;

    @Override
    public boolean known() {
      return known;
    }

    @Override
    public List<PodView> pods() {
      return List.of();
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
