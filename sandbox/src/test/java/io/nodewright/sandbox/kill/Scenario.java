package io.nodewright.sandbox.kill;

import java.util.List;

/// Something that people ask for, and where it ends.
///
/// @param name for people
/// @param before what is done before, without kills
/// @param step what is done while the operator is killed
record Scenario(String name, List<Step> before, Step step) {

  @Override
  public String toString() {
    return name;
  }

  /// Something that people do, and what each node records in the end.
  ///
  /// @param asked what they do
  /// @param records members as `package|version stage state`, by name
  record Step(Asked asked, List<String> records) {}

  /// What people do.
  sealed interface Asked {
    /// They apply the resource with these packages, in the YAML of a spec.
    record Apply(String packages) implements Asked {}

    /// They delete the resource, and it goes. Package `slow` goes from one node after the other, so
    /// that it is the same node in every run that is ahead.
    record Delete() implements Asked {}

    /// They run a package again, by the CLI: its members go from the record (02 §4.15).
    record Rerun(String name) implements Asked {}
  }
}
