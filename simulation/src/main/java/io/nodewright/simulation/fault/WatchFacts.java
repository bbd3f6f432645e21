package io.nodewright.simulation.fault;

import java.time.Instant;

/// A change on its way to a subscriber.
///
/// @param subscriber who watches
/// @param kind such as `Job`
/// @param name of the object
/// @param version the object's resource version after the change
/// @param at when it happened
public record WatchFacts(String subscriber, String kind, String name, long version, Instant at) {}
