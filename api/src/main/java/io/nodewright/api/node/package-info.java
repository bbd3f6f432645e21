/// What is written on Nodes (contract 01 §8.2, 02 §2): reading it into the engine's [NodeView],
/// tolerantly, and writing it as patches that name what they were decided on, exactly. A record
/// that cannot be understood is a fact about that node, never an exception.
@NullMarked
package io.nodewright.api.node;

import org.jspecify.annotations.NullMarked;
