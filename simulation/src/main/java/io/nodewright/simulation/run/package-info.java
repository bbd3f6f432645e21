/// Runs scenarios: one, with its trace; many, over all cores; a failing one made small. What is
/// judged is in `invariant`, what happens in `scenario`.
@NullMarked
package io.nodewright.simulation.run;

import org.jspecify.annotations.NullMarked;
