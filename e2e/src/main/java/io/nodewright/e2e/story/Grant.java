package io.nodewright.e2e.story;

/// One verb on one resource.
///
/// @param group the API group; empty for the core
/// @param resource with a subresource after a slash where there is one
/// @param verb in lower case
public record Grant(String group, String resource, String verb) implements Comparable<Grant> {
  @Override
  public int compareTo(Grant other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return "%s%s %s".formatted(resource, group.isEmpty() ? "" : "." + group, verb);
  }
}
