package io.nodewright.operator.certificates;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Since when the newest certificate has been seen trusted without a break.
final class TrustedSince {

  private @Nullable ServingCertificate of;
  private Instant since = Instant.MAX;

  /// Notes what was seen.
  ///
  /// @param trusted whether it is trusted now
  /// @return since when; now when that began just now or does not hold
  Instant since(ServingCertificate certificate, boolean trusted, Instant now) {
    boolean same = of != null && of.leaf().equals(certificate.leaf());
    if (!trusted || !same || since.equals(Instant.MAX)) {
      since = trusted ? now : Instant.MAX;
    }
    of = certificate;
    return trusted ? since : now;
  }
}
