package io.nodewright.simulation.server;

/// How an object is to be deleted.
///
/// @param uid the object's, as a precondition; empty for whatever has the name
/// @param propagation what becomes of the objects it owns
/// @param graceSeconds for Pods; negative for the Pod's own, 0 forces
public record Deletion(String uid, Propagation propagation, long graceSeconds) {

  /// What becomes of objects that the deleted one owns.
  public enum Propagation {
    /// They are collected after it is gone.
    BACKGROUND,
    /// They are collected first; until then its name is taken.
    FOREGROUND,
    /// They stay, without an owner.
    ORPHAN
  }

  /// An ordinary deletion of whatever has the name.
  public static final Deletion PLAIN = new Deletion("", Propagation.BACKGROUND, -1);

  /// An ordinary deletion of the object with that UID.
  public static Deletion of(String uid) {
    return new Deletion(uid, Propagation.BACKGROUND, -1);
  }

  /// The same, with what it owns going first.
  public Deletion foreground() {
    return new Deletion(uid, Propagation.FOREGROUND, graceSeconds);
  }

  /// The same, with another grace period.
  public Deletion withGrace(long seconds) {
    return new Deletion(uid, propagation, seconds);
  }
}
