package io.nodewright.e2e.story;

/// Something is not as it should be.
public final class Wrong extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param text what was seen, and what was expected
  public Wrong(String text) {
    super(text);
  }

  static void unless(boolean holds, String text) {
    if (!holds) {
      throw new Wrong(text);
    }
  }
}
