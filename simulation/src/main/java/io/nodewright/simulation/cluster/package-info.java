/// The virtual cluster as a whole: API server, controllers and machines, wired together.
@NullMarked
package io.nodewright.simulation.cluster;

import org.jspecify.annotations.NullMarked;
