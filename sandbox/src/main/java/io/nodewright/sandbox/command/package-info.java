/// The commands of `nodewright sandbox` for people. `up` starts a sandbox in a process of its own
/// and returns when it is ready, `down` ends and removes it, and each can be repeated at any time,
/// also after a crash. What a dead sandbox left is recognised by process id and start time and
/// cleaned up.
@NullMarked
package io.nodewright.sandbox.command;

import org.jspecify.annotations.NullMarked;
