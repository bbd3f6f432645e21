package io.nodewright.simulation.fault;

import java.time.Instant;

/// A request on its way to the API server.
///
/// @param who the client
/// @param verb such as `create`, `patch`, `delete`, `get`, `list`
/// @param kind such as `Job`
/// @param name of the object; empty for a list
/// @param number how many requests this client made before, all kinds together
/// @param at when it was sent
public record RequestFacts(
    String who, String verb, String kind, String name, long number, Instant at) {

  /// Whether it would change something.
  public boolean writes() {
    return !verb.equals("get") && !verb.equals("list");
  }
}
