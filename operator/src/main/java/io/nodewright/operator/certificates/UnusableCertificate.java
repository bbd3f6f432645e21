package io.nodewright.operator.certificates;

/// The content of a Secret cannot be served.
final class UnusableCertificate extends Exception {

  private static final long serialVersionUID = 1L;

  UnusableCertificate(String message) {
    super(message);
  }
}
