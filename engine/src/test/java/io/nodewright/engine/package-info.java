/// Tests of the planner: rule tables by id, on a fleet in memory.
@NullMarked
package io.nodewright.engine;

import org.jspecify.annotations.NullMarked;
