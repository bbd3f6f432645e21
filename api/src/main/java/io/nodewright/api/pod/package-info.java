/// Pods on nodes that are emptied, their evictions, and what is recorded of those that stay
/// (contract 04 §6, §7).
@NullMarked
package io.nodewright.api.pod;

import org.jspecify.annotations.NullMarked;
