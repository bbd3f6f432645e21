package io.nodewright.operator.certificates;

import java.time.Duration;

/// How long certificates live and what is waited for. All scale together: a test has seconds where
/// a cluster has months.
///
/// @param life of a certificate; with less than a third left it is replaced
/// @param overlap how long after a new certificate the old authority is still trusted; less than a
///   third of the life
/// @param settle how long the API servers are given to learn of a new authority before anything is
///   served that needs it; less than the overlap
/// @param lookAgain longest pause between two looks when nothing wakes
public record CertificateTimes(
    Duration life, Duration overlap, Duration settle, Duration lookAgain) {

  /// Those of a cluster (08 §6).
  public static final CertificateTimes STANDARD =
      new CertificateTimes(
          Duration.ofDays(365),
          Duration.ofMinutes(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30));

  /// Refuses times that leave a gap.
  public CertificateTimes {
    if (settle.compareTo(overlap) >= 0 || overlap.multipliedBy(3).compareTo(life) >= 0) {
      throw new IllegalArgumentException(
          "settle %s < overlap %s < a third of the life %s does not hold"
              .formatted(settle, overlap, life));
    }
  }

  /// What is left of the life when a certificate is replaced.
  Duration renewal() {
    return life.dividedBy(3);
  }
}
