/// The operator's shell as it works around the engine, step by step on the agenda: caches that lag
/// and read their own writes, one pass at a time, one list of actions a node, reads after failures,
/// the status writer, death and rebirth (design "The shell"). It decides with the real engine, sees
/// with the real codecs and sends the real bodies; what is modelled is the discipline between them,
/// and each part of that can be left out ([Protection]) to see that its absence is found.
@NullMarked
package io.nodewright.simulation.operator;

import org.jspecify.annotations.NullMarked;
