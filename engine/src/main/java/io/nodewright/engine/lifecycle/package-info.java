/// One package on one node: what is recorded of it, which stage comes next, and what a Job's end
/// means for the record (contract 02 §1 to §4, 03 §11 and §12). Knows nothing of other nodes,
/// batches or order.
@NullMarked
package io.nodewright.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
