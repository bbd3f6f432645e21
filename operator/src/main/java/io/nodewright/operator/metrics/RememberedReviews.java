package io.nodewright.operator.metrics;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// Remembers what was said of a token for a while, so that scrapes do not cost the API server two
/// requests each (08 §9.1). Tokens themselves are not kept.
final class RememberedReviews implements Reviews {

  /// How long it holds that a token may read.
  static final Duration GRANTED_FOR = Duration.ofSeconds(60);

  /// How long it holds that it may not.
  static final Duration REFUSED_FOR = Duration.ofSeconds(10);

  /// Who tries tokens is to fill no memory.
  private static final int MOST = 1_000;

  private final Reviews reviews;
  private final InstantSource clock;
  private final Map<String, Known> known = new LinkedHashMap<>();

  private record Known(Access access, Instant until) {}

  /// @param reviews is asked for what is not remembered
  RememberedReviews(Reviews reviews, InstantSource clock) {
    this.reviews = reviews;
    this.clock = clock;
  }

  @Override
  public Access review(String token) {
    String key = digest(token);
    Instant now = clock.instant();
    synchronized (known) {
      Known before = known.get(key);
      if (before != null && now.isBefore(before.until())) {
        return before.access();
      }
    }
    Access access = reviews.review(token);
    switch (access) {
      case GRANTED -> remember(key, access, now.plus(GRANTED_FOR));
      case UNKNOWN_READER, DENIED -> remember(key, access, now.plus(REFUSED_FOR));
      case UNDECIDED -> {} // asked again at once
    }
    return access;
  }

  private void remember(String key, Access access, Instant until) {
    synchronized (known) {
      known.remove(key);
      known.put(key, new Known(access, until));
      if (known.size() > MOST) {
        known.remove(known.keySet().iterator().next()); // the oldest
      }
    }
  }

  private static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no SHA-256 on this JVM", e);
    }
  }
}
