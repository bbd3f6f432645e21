/// Time, where acting needs it: delays without a held thread, budgets per second. Every clock is an
/// argument, so that tests wait in no time (design "The shell").
@NullMarked
package io.nodewright.operator.timing;

import org.jspecify.annotations.NullMarked;
