/// What a kubelet does with the Pods bound to a node: it runs their init containers in order, then
/// their containers, restarts, delays and ends them, and reports all of it as a kubelet would. How
/// a container is really run is behind [ContainerRuntime], so real nodes and hollow ones share
/// every rule here. One watch serves all nodes of a sandbox.
@NullMarked
package io.nodewright.sandbox.kubelet;

import org.jspecify.annotations.NullMarked;
