/// Machines and what runs on them: a kubelet that works Pods, and a host that remembers which
/// package stages really ran.
@NullMarked
package io.nodewright.simulation.node;

import org.jspecify.annotations.NullMarked;
