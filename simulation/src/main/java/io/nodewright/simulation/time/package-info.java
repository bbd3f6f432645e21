/// Virtual time: an agenda of events that runs one at a time, and clocks that may be wrong.
@NullMarked
package io.nodewright.simulation.time;

import org.jspecify.annotations.NullMarked;
