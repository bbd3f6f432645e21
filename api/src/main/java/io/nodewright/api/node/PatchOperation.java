package io.nodewright.api.node;

import io.nodewright.engine.rollout.Taint;

/// One operation of a JSON Patch (RFC 6902). Paths are JSON pointers.
public sealed interface PatchOperation {

  /// The text there must be this one.
  record Test(String path, String text) implements PatchOperation {}

  /// The switch there must be on.
  record TestOn(String path) implements PatchOperation {}

  /// Nothing may be there. Holds on the API server when the parent exists and the member does not.
  record TestAbsent(String path) implements PatchOperation {}

  /// Puts an empty object there; only after [TestAbsent], since it would replace what is there.
  record AddMap(String path) implements PatchOperation {}

  /// Adds a member that is not there.
  record Add(String path, String text) implements PatchOperation {}

  /// Replaces the text of a member that is there.
  record Replace(String path, String text) implements PatchOperation {}

  /// Puts a switch there that is on, whether it is there or not.
  record SwitchOn(String path) implements PatchOperation {}

  /// Appends a taint to the list there, or makes the list with it; a list that is not there is made
  /// only after [TestAbsent], since it would replace what is there.
  ///
  /// @param append whether the list is there
  record AddTaint(String path, Taint taint, boolean append) implements PatchOperation {}

  /// Removes a member that is there.
  record Remove(String path) implements PatchOperation {}
}
