/// Nodes that only pretend: their containers are timers. A thousand of them fit into one JVM, which
/// is what tests of a fleet need. All else, statuses and back-off included, is the kubelet's own
/// code.
@NullMarked
package io.nodewright.sandbox.hollow;

import org.jspecify.annotations.NullMarked;
