package io.nodewright.operator.certificates;

/// Who makes the serving certificate.
public enum CertificateSource {
  /// We do, and we tell the webhook configurations whom to trust.
  OPERATOR,
  /// Somebody else, such as cert-manager, who also fills in the trust; we serve what the Secret
  /// holds.
  EXTERNAL
}
