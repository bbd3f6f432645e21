/// Whose turn it is: priority and sequencing between NodeWrights, pause and disable (contract 05
/// §12).
@NullMarked
package io.nodewright.engine.ordering;

import org.jspecify.annotations.NullMarked;
