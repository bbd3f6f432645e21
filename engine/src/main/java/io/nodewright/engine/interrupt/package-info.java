/// What interrupts a node owes, which packages share one, who hosts it, and what its Job's outcome
/// means for each of them (contract 04 §2, §9, §11, §12; 02 §5.3; 03 §13). Decides on the record
/// and the spec of one node alone.
@NullMarked
package io.nodewright.engine.interrupt;

import org.jspecify.annotations.NullMarked;
