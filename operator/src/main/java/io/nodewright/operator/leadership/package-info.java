/// Who may write: a lease in our namespace, and a fence that every write asks (contract 08 §5). A
/// lost lease closes the fence and nothing else: the process, its caches and its probes live on,
/// and the election starts again.
@NullMarked
package io.nodewright.operator.leadership;

import org.jspecify.annotations.NullMarked;
