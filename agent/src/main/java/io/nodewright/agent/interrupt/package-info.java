/// What an interrupt pod asks of the host: reboot it, restart services, or nothing. Decides what
/// the operator's payload means, refuses what must not reach a command line, runs each command once
/// per resource id, and tells a reboot that happened from one that was only asked for. Implements
/// contract 06 §11 and 04 §11.
@NullMarked
package io.nodewright.agent.interrupt;

import org.jspecify.annotations.NullMarked;
