package io.nodewright.simulation.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgendaTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Agenda agenda = new Agenda(START);
  private final List<String> ran = new ArrayList<>();

  @Test
  void theEarliestRunsFirstAndOfTwoAtOnceTheOneThatWasPutDownFirst() {
    put(2, "late");
    put(1, "first");
    put(1, "second");
    all();
    assertEquals(List.of("first", "second", "late"), ran);
    assertEquals(START.plusSeconds(2), agenda.now());
  }

  @Test
  void whatAnEventPutsDownForItsOwnTimeRunsAfterWhatIsThereAlready() {
    agenda.after(Duration.ofSeconds(1), "a", () -> agenda.soon("c", () -> ran.add("c")));
    put(1, "b");
    all();
    assertEquals(List.of("b", "c"), ran);
  }

  @Test
  void aCanceledEventIsPassedOverAndDoesNotMoveTheTime() {
    Agenda.Entry canceled = put(5, "canceled");
    put(1, "kept");
    canceled.cancel();
    all();
    assertEquals(List.of("kept"), ran);
    assertEquals(START.plusSeconds(1), agenda.now());
    assertEquals(Optional.empty(), agenda.next());
  }

  @Test
  void aTimeThatIsPastCountsAsNow() {
    put(1, "x");
    all();
    agenda.at(START, "past", () -> ran.add("past"));
    all();
    assertEquals(START.plusSeconds(1), agenda.now());
    assertEquals(List.of("x", "past"), ran);
  }

  @Test
  void anEventThatThrowsIsNamedWithItsTime() {
    agenda.soon(
        "bad thing",
        () -> {
          throw new IllegalArgumentException("no");
        });
    IllegalStateException thrown = assertThrows(IllegalStateException.class, agenda::step);
    assertTrue(String.valueOf(thrown.getMessage()).contains("bad thing at 2026-01-01T00:00:00Z"));
  }

  @Test
  void aClockThatIsOffRunsAsFastAsTheAgenda() {
    ProcessClock clock = new ProcessClock(agenda);
    clock.shift(Duration.ofMinutes(-3));
    put(60, "x");
    all();
    assertEquals(START.minusSeconds(120), clock.now());
  }

  @Test
  void anEmptyAgendaDoesNothing() {
    assertFalse(agenda.step());
    assertEquals(START, agenda.now());
  }

  private Agenda.Entry put(int seconds, String what) {
    return agenda.after(Duration.ofSeconds(seconds), what, () -> ran.add(what));
  }

  private void all() {
    while (agenda.step()) {
      // on
    }
  }
}
