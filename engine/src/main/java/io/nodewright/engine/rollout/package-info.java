/// Which nodes are next: scope, ignore and taints, budgets, compartments, batches and their growth,
/// and the order numbers of nodes (contract 05 §1 to §11).
@NullMarked
package io.nodewright.engine.rollout;

import org.jspecify.annotations.NullMarked;
