/// What can go wrong, as questions that the virtual cluster asks and a scenario answers. Nothing
/// here knows how an answer is carried out.
@NullMarked
package io.nodewright.simulation.fault;

import org.jspecify.annotations.NullMarked;
