package io.nodewright.operator.certificates;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A certificate with its key, and the authorities that its Secret tells to trust.
///
/// @param authorities the newest first; empty where the Secret names none
/// @param chain what is served, the leaf first; never empty
/// @param key of the leaf
record ServingCertificate(
    List<X509Certificate> authorities, List<X509Certificate> chain, PrivateKey key) {

  private static final int DNS_NAME = 2;

  ServingCertificate {
    authorities = List.copyOf(authorities);
    chain = List.copyOf(chain);
  }

  X509Certificate leaf() {
    return chain.getFirst();
  }

  Instant expiry() {
    return leaf().getNotAfter().toInstant();
  }

  /// Whether its dates hold then.
  boolean validAt(Instant now) {
    return !now.isBefore(leaf().getNotBefore().toInstant()) && now.isBefore(expiry());
  }

  /// Whether one of the authorities vouches for it then.
  boolean vouchedForBy(Collection<X509Certificate> trusted, Instant now) {
    return trusted.stream().anyMatch(authority -> vouches(authority, chain.getLast(), now));
  }

  /// The DNS names that it is for.
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    try {
      Collection<List<?>> alternatives = leaf().getSubjectAlternativeNames();
      if (alternatives != null) {
        alternatives.stream()
            .filter(each -> each.getFirst().equals(DNS_NAME))
            .forEach(each -> names.add(String.valueOf(each.get(1))));
      }
    } catch (CertificateParsingException e) {
      return new TreeSet<>(); // for nobody, as far as we can read it
    }
    return names;
  }

  static boolean vouches(X509Certificate authority, X509Certificate issued, Instant now) {
    if (!authority.getSubjectX500Principal().equals(issued.getIssuerX500Principal())
        || now.isAfter(authority.getNotAfter().toInstant())) {
      return false;
    }
    try {
      issued.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
