package io.nodewright.oci.image;

/// The kind of computer that this is.
public final class Architecture {
  private Architecture() {}

  /// As Go and images name it.
  public static String here() {
    String java = System.getProperty("os.arch");
    return java.equals("aarch64") ? "arm64" : java;
  }
}
