/// What an interrupt pod asks of the host: reboot it, restart services, or nothing. Decides what
/// the operator's payload means and refuses what must not reach a command line. Implements the
/// first half of contract 06 §11; this build does not run interrupts yet.
@NullMarked
package io.nodewright.agent.interrupt;

import org.jspecify.annotations.NullMarked;
