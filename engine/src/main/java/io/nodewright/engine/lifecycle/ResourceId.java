package io.nodewright.engine.lifecycle;

/// The names under which an agent remembers what it did (03 §8.3).
public final class ResourceId {

  private ResourceId() {}

  /// Identity of a NodeWright at one generation.
  public static String of(String nodeWright, String uid, long generation) {
    return nodeWright + "-" + uid + "-" + generation;
  }

  /// Value of `SKYHOOK_RESOURCE_ID` for a package.
  public static String ofPackage(String nodeWright, String uid, long generation, PackageRef ref) {
    return ofPackage(of(nodeWright, uid, generation), ref);
  }

  /// The same, where the identity of the NodeWright is known.
  public static String ofPackage(String nodeWrightAtGeneration, PackageRef ref) {
    return nodeWrightAtGeneration + "_" + ref.name() + "_" + ref.version();
  }
}
