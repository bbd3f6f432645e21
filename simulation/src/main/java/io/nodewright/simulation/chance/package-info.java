/// Randomness that is a function of the seed and of what is asked, never of what was asked before.
@NullMarked
package io.nodewright.simulation.chance;

import org.jspecify.annotations.NullMarked;
