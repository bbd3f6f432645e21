/// Runs of seeds as tests: a fixed range, determinism, shrinking, and mutants that must be caught.
@NullMarked
package io.nodewright.simulation.run;

import org.jspecify.annotations.NullMarked;
