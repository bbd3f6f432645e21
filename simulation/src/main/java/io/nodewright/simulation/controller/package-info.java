/// The controllers of a cluster that our Jobs and Pods meet: Job controller, garbage collection,
/// time to live, Pod collection, node lifecycle and taint eviction. Modelled on Kubernetes 1.34 and
/// held to it by a conformance suite that also runs against the real ones.
@NullMarked
package io.nodewright.simulation.controller;

import org.jspecify.annotations.NullMarked;
