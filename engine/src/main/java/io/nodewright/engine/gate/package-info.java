/// The runtime-required taint: which new nodes get it, when it goes, and the cordon that follows it
/// (contract 05 §13, 04 §15).
@NullMarked
package io.nodewright.engine.gate;

import org.jspecify.annotations.NullMarked;
