package io.nodewright.operator.leadership;

/// A write that did not begin, since this process does not lead. Nothing was sent.
public final class FenceClosed extends RuntimeException {

  private static final long serialVersionUID = 1;

  FenceClosed() {
    super("not leading: no write begins", null, false, false);
  }
}
