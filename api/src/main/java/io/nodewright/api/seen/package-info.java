/// What a process keeps of what it has seen, and whom a change wakes: the same for the operator and
/// for the simulator's model of it.
@NullMarked
package io.nodewright.api.seen;

import org.jspecify.annotations.NullMarked;
