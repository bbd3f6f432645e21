/// What may be done: one record per effect, with what it was decided on. The executor, the
/// simulator and every renderer handle each case; a new effect is a new record and the compiler
/// shows each place.
@NullMarked
package io.nodewright.engine.action;

import org.jspecify.annotations.NullMarked;
