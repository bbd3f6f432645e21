package io.nodewright.operator.certificates;

import java.time.Instant;
import java.util.List;
import java.util.SortedSet;

/// What the stored certificate needs (08 §6). A pure function of what is stored and the time.
sealed interface NextStep {

  /// Nothing.
  record Keep() implements NextStep {}

  /// A new certificate.
  ///
  /// @param why for the log
  record Mint(String why) implements NextStep {}

  /// The authorities of older certificates go.
  ///
  /// @param stays the one that vouches for the certificate
  record EndOverlap(ServingCertificate stays) implements NextStep {}

  /// The step for a certificate that can be read.
  ///
  /// @param madeFor the Service that it was made for
  /// @param service ours
  /// @param names the DNS names that are needed
  static NextStep of(
      ServingCertificate stored,
      String madeFor,
      String service,
      SortedSet<String> names,
      CertificateTimes times,
      Instant now) {
    if (!madeFor.equals(service)) {
      return new Mint("made for the Service \"" + madeFor + "\"");
    }
    if (!stored.names().containsAll(names)) {
      return new Mint("names are missing");
    }
    if (!stored.validAt(now)) {
      return new Mint("expired");
    }
    if (!stored.vouchedForBy(stored.authorities(), now)) {
      return new Mint("its authority is missing");
    }
    if (now.isAfter(stored.expiry().minus(times.renewal()))) {
      return new Mint("less than a third of its life is left");
    }
    Instant minted = stored.expiry().minus(times.life());
    if (stored.authorities().size() > 1 && now.isAfter(minted.plus(times.overlap()))) {
      return new EndOverlap(
          new ServingCertificate(
              List.of(
                  stored.authorities().stream()
                      .filter(
                          each -> ServingCertificate.vouches(each, stored.chain().getLast(), now))
                      .findFirst()
                      .orElseThrow()),
              stored.chain(),
              stored.key()));
    }
    return new Keep();
  }
}
