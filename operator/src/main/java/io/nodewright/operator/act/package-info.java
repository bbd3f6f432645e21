/// Carries decisions out: each node's list in its order, many lists at a time, every write with the
/// precondition it was decided on (design "Actions", contract 03, 02 §2.5). Takes no decision on
/// the domain: one `case` per action. Whatever fails stays with its list, and a later pass decides
/// again.
@NullMarked
package io.nodewright.operator.act;

import org.jspecify.annotations.NullMarked;
