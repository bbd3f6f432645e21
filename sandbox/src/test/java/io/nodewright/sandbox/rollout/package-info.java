/// Whole rollouts: the real API server and controllers, sandbox nodes with real hosts, the operator
/// as a process of its own and the real agent. What the engine's rule tables say by row is seen
/// here once from end to end.
@NullMarked
package io.nodewright.sandbox.rollout;

import org.jspecify.annotations.NullMarked;
