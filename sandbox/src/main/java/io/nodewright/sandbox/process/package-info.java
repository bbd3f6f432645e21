/// Starts, recognises and ends the processes that a sandbox consists of. A process is named by its
/// pid together with its start time, so that nothing else is ever ended by mistake. Every child
/// dies with the JVM that started it, however that JVM ends.
@NullMarked
package io.nodewright.sandbox.process;

import org.jspecify.annotations.NullMarked;
