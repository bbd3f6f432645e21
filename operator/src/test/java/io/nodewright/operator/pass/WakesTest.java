package io.nodewright.operator.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How dense passes are (design "The shell").
class WakesTest {

  private long now;
  private final Deque<Delayed> delayed = new ArrayDeque<>();
  private final List<String> passes = new ArrayList<>();
  private final PassPace pace = new PassPace(() -> now);
  private final Wakes wakes =
      new Wakes(pace, (delay, task) -> delayed.add(new Delayed(delay, task)));

  @BeforeEach
  void connect() {
    wakes.connect(() -> Set.of("a", "b"), passes::add);
  }

  @Test
  void aSingleAlarmIsHandledAtOnce() {
    wakes.wake("a");

    assertEquals(Duration.ZERO, runNext());
    assertEquals(List.of("a"), passes);
  }

  @Test
  void alarmsThatComeTogetherAreOneRound() {
    wakes.wake("a");
    wakes.wake("a");
    wakes.wakeAll();

    runNext();

    assertEquals(List.of("a", "b"), passes);
    assertEquals(0, delayed.size());
  }

  @Test
  void denseAlarmsWaitTwentyMillisecondsAtLeast() {
    wakes.wake("a");
    runNext();
    pace.passTook(Duration.ofMillis(1));
    wakes.wake("a");

    assertEquals(Duration.ofMillis(20), runNext());
    assertEquals(List.of("a", "a"), passes);
  }

  @Test
  void aRoundThatTookLongIsFollowedAfterFiveTimesAsLong() {
    wakes.wake("a");
    runNext();
    pace.passTook(Duration.ofMillis(30));
    pace.passTook(Duration.ofMillis(10));
    now += Duration.ofMillis(50).toNanos();
    wakes.wake("a");

    assertEquals(Duration.ofMillis(150), runNext());
  }

  @Test
  void noPauseIsLongerThanASecond() {
    wakes.wake("a");
    runNext();
    pace.passTook(Duration.ofSeconds(9));
    wakes.wake("a");

    assertEquals(Duration.ofSeconds(1), runNext());
  }

  @Test
  void aRoundWaitsForPassesThatWereNotKnownWhenItWasSet() {
    wakes.wake("a");
    runNext();
    wakes.wake("b"); // set for 20 ms
    pace.passTook(Duration.ofMillis(100)); // and only now the pass of a ended

    runNext();
    assertEquals(List.of("a"), passes);
    runNext();
    assertEquals(List.of("a", "b"), passes);
  }

  @Test
  void anAlarmAfterAPauseIsNotHeld() {
    wakes.wake("a");
    runNext();
    pace.passTook(Duration.ofMillis(100));
    now += Duration.ofMinutes(1).toNanos();
    wakes.wake("a");

    assertEquals(Duration.ZERO, runNext());
  }

  /// Lets the time pass that the next task waits for, and runs it.
  private Duration runNext() {
    Delayed next = delayed.removeFirst();
    now += next.delay.toNanos();
    next.task.run();
    return next.delay;
  }

  private record Delayed(Duration delay, Runnable task) {}
}
