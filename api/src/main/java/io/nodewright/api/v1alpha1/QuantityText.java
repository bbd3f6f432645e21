package io.nodewright.api.v1alpha1;

/// The shape of a Kubernetes quantity as the schema checks it (01 §0).
final class QuantityText {

  static final String PATTERN =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]"
          + "|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  private QuantityText() {}
}
