package io.nodewright.operator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How what is not shown any more is looked for.
class LooksTest {

  private final Deque<Runnable> later = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private final Looks looks =
      new Looks(
          (delay, task) -> {
            told.add("in " + delay);
            later.add(task);
          },
          () -> told.add("found"));

  @Test
  void nothingIsAskedInTheThreadThatDoubts() {
    looks.look(() -> told.add("asked"));

    assertEquals(List.of("in PT0S"), told);
    later.remove().run();
    assertEquals(List.of("in PT0S", "asked", "found"), told);
  }

  @Test
  void withoutAnAnswerItIsAskedAgain() {
    Deque<Runnable> answers = new ArrayDeque<>();
    answers.add(
        () -> {
          throw new KubernetesClientException("away", 503, null);
        });
    answers.add(() -> told.add("asked"));
    looks.look(() -> answers.remove().run());

    later.remove().run();
    assertEquals(List.of("in PT0S", "in PT1S"), told);
    later.remove().run();

    assertEquals(List.of("in PT0S", "in PT1S", "asked", "found"), told);
  }
}
