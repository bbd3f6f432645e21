package io.nodewright.operator.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// For how long an answer holds (contract 08 §9.1, "Caching").
class RememberedReviewsTest {

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final AtomicReference<Access> answer = new AtomicReference<>(Access.GRANTED);
  private final AtomicInteger asked = new AtomicInteger();
  private final RememberedReviews reviews =
      new RememberedReviews(
          _ -> {
            asked.incrementAndGet();
            return answer.get();
          },
          now::get);

  @ParameterizedTest(name = "O19 {0} holds for {1} s")
  @CsvSource({"GRANTED, 60", "DENIED, 10", "UNKNOWN_READER, 10"})
  void holds(Access first, int seconds) {
    answer.set(first);
    assertEquals(first, reviews.review("t"));
    answer.set(first == Access.GRANTED ? Access.DENIED : Access.GRANTED);

    now.set(Instant.EPOCH.plusSeconds(seconds).minusMillis(1));
    assertEquals(first, reviews.review("t"));
    assertEquals(1, asked.get());

    now.set(Instant.EPOCH.plusSeconds(seconds));
    assertEquals(answer.get(), reviews.review("t"));
    assertEquals(2, asked.get());
  }

  @Test
  @DisplayName("O19 that the API server did not say is not remembered")
  void undecided() {
    answer.set(Access.UNDECIDED);
    assertEquals(Access.UNDECIDED, reviews.review("t"));
    answer.set(Access.GRANTED);
    assertEquals(Access.GRANTED, reviews.review("t"));
  }

  @Test
  @DisplayName("O19 one token's answer is not another's")
  void eachItsOwn() {
    assertEquals(Access.GRANTED, reviews.review("a"));
    answer.set(Access.DENIED);
    assertEquals(Access.DENIED, reviews.review("b"));
    assertEquals(Access.GRANTED, reviews.review("a"));
  }

  @Test
  void whoTriesManyTokensFillsNoMemory() {
    reviews.review("first");
    for (int i = 0; i < 1_000; i++) {
      reviews.review("token" + i);
    }
    assertEquals(1_001, asked.get());
    reviews.review("token999");
    assertEquals(1_001, asked.get());
    reviews.review("first");
    assertEquals(1_002, asked.get());
  }
}
