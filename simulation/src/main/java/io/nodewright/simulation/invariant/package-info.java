/// What must hold in every run, judged after every step on what the API server stores and on what
/// the hosts remember: never on what an operator believes, and without a line of the engine's
/// rules, for a rule that is compared with itself holds always.
///
/// A write is judged by what its decision could know: by what had been true for longer than the
/// watches of the run may be late ([Moment#known]).
///
/// Invariants about cordons, drains, interrupts and the runtime-required taint (V-cordon, V-taint,
/// LX3, LX5, LX6, LX8, LX14) come with the operator's work on these; they are more classes of this
/// kind, listed in [Invariants].
@NullMarked
package io.nodewright.simulation.invariant;

import org.jspecify.annotations.NullMarked;
