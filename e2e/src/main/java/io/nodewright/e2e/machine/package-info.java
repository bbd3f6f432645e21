/// Real nodes on this computer: a Debian root, a network of their own, and for each node a process
/// that boots it (`e2e/node/power` and `e2e/node/init`). Nothing of a node outlives that process.
@NullMarked
package io.nodewright.e2e.machine;

import org.jspecify.annotations.NullMarked;
