/// Child processes by direct system calls: Java's own process API can neither change root nor tell
/// a signal from an exit code. Decides how a child is started (root, working directory, process
/// group, umask, descriptors), how its output is followed, and how its end is reported. Implements
/// contract 06 §6.1, §6.2 and §18; says nothing of packages and steps.
@NullMarked
package io.nodewright.agent.process;

import org.jspecify.annotations.NullMarked;
