package io.nodewright.simulation.fault;

import java.time.Instant;

/// A Pod as its node meets it.
///
/// @param node the node's name
/// @param pod the Pod's name
/// @param uid the Pod's UID
/// @param job the name of the Job that controls it; empty for none
/// @param attempt how many Pods of that Job this node met before
/// @param at now
public record PodFacts(String node, String pod, String uid, String job, int attempt, Instant at) {}
