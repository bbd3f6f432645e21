/// Decides. [Engine] turns what was seen of a cluster into what to do about one NodeWright, as
/// data. Nothing here knows a client, a clock, a thread, JSON or chance: equal input gives an equal
/// decision, in the operator, in a simulator and in a test.
@NullMarked
package io.nodewright.engine;

import org.jspecify.annotations.NullMarked;
