package io.nodewright.operator.certificates;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Whose certificate it is.
///
/// @param namespace the operator's
/// @param secret name of the Secret that holds it
/// @param service name of the Service that the API server calls
/// @param names DNS names that the certificate needs
public record CertificateIdentity(
    String namespace, String secret, String service, SortedSet<String> names) {

  /// The Service of the original's chart: a rollback's pods are still served by it (08 §6).
  private static final String OLDER_SERVICE = "skyhook-operator-webhook-service";

  /// Copies the names.
  public CertificateIdentity {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /// The identity with the names of 08 §6.
  ///
  /// @param domain of the cluster's DNS
  /// @param legacy whether the older Service may still be called
  public static CertificateIdentity of(
      String namespace, String secret, String service, String domain, boolean legacy) {
    SortedSet<String> names = new TreeSet<>();
    names.add(service);
    names.add(service + "." + namespace);
    names.add(service + "." + namespace + ".svc");
    names.add(service + "." + namespace + ".svc." + domain);
    if (legacy) {
      names.add(OLDER_SERVICE + "." + namespace + ".svc");
    }
    return new CertificateIdentity(namespace, secret, service, names);
  }
}
