/// What people and programs read: the status of NodeWrights, written by one writer that skips what
/// is stored already, and events, which never hold anything up (design "One status writer",
/// contract 01 §4, 03 §18). Has no opinion of its own.
@NullMarked
package io.nodewright.operator.publish;

import org.jspecify.annotations.NullMarked;
