/// What a run is about, as data made from a seed: the fleet, what it is to run, and what disturbs
/// it when. Every disturbance can be taken out without changing the others, so that a failing
/// scenario can be made small.
@NullMarked
package io.nodewright.simulation.scenario;

import org.jspecify.annotations.NullMarked;
