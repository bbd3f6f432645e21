package io.nodewright.operator.act;

import io.nodewright.engine.action.Action;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A cluster that answers as it is told to, and remembers what it was asked. Answers are given in
/// order, the last one for ever; without any it does what is asked.
final class FakePerformer implements Performer {

  /// One answer.
  interface Answer {
    Outcome give();
  }

  private final List<String> asked = new ArrayList<>();
  private final Map<String, Deque<Answer>> answers = new HashMap<>();
  private final Map<String, Deque<Answer>> rereads = new HashMap<>();

  synchronized void answers(String name, Answer... inOrder) {
    answers.put(name, new ArrayDeque<>(List.of(inOrder)));
  }

  synchronized void rereadsOf(String name, Answer... inOrder) {
    rereads.put(name, new ArrayDeque<>(List.of(inOrder)));
  }

  synchronized List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public Outcome perform(Action action, ListMemory memory) {
    return next(answers, name(action), name(action)).give();
  }

  @Override
  public void reread(Action action) {
    next(rereads, name(action), "read " + name(action)).give();
  }

  @Override
  public boolean sendsAtOnce(Action action) {
    return true;
  }

  private synchronized Answer next(Map<String, Deque<Answer>> from, String name, String line) {
    asked.add(line);
    Deque<Answer> left = from.getOrDefault(name, new ArrayDeque<>());
    if (left.size() > 1) {
      return left.removeFirst();
    }
    return left.isEmpty() ? () -> Outcome.DONE : left.getFirst();
  }

  private static String name(Action action) {
    if (action instanceof Action.PruneAttempt prune) {
      return prune.pod();
    }
    throw new IllegalArgumentException("only TestActions are known: " + action);
  }
}
