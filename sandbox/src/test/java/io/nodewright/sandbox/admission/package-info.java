/// Admission as a user meets it: a real API server that calls our webhooks, through a balancer as a
/// Service is one.
@NullMarked
package io.nodewright.sandbox.admission;

import org.jspecify.annotations.NullMarked;
