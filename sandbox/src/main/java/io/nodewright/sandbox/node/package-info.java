/// The Node objects of a sandbox and their heartbeats. A node is registered with all that
/// controllers look at, renews its lease like a kubelet and says that it is ready again after it
/// could not. Thousands of nodes share one thread, their renewals spread evenly over the period.
@NullMarked
package io.nodewright.sandbox.node;

import org.jspecify.annotations.NullMarked;
