package io.nodewright.sandbox.kubelet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The kubelet's pauses between tries (contract 03 §14: 0, 10, 20 … 300 s).
class BackOffTest {
  @ParameterizedTest
  @CsvSource({"1,0", "2,10", "3,20", "4,40", "5,80", "6,160", "7,300", "8,300", "1000,300"})
  void growsFromNothingToFiveMinutes(int failures, int seconds) {
    assertEquals(Duration.ofSeconds(seconds), BackOff.REAL.pause(failures));
  }

  @Test
  void aScaleShortensThePauseButNotItsName() {
    BackOff quick = new BackOff(0.01);
    assertEquals(Duration.ofMillis(200), quick.pause(3));
    assertEquals(Duration.ofSeconds(20), quick.named(3));
  }

  @Test
  void refusesAScaleThatWouldNeverPause() {
    assertThrows(IllegalArgumentException.class, () -> new BackOff(0));
  }
}
