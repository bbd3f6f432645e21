/// What contract 03 takes for granted of Kubernetes, as rows that run against the simulated cluster
/// here and against the real API server and Job controller in the sandbox's tests. Where the two
/// differ, the simulation is wrong.
@NullMarked
package io.nodewright.simulation.conformance;

import org.jspecify.annotations.NullMarked;
