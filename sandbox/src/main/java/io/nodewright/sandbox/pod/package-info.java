/// Makes local processes of a Pod's containers. It resolves their environment, lays out their
/// volumes as a kubelet does and hands a plan to the node's machine. Nothing of a Pod is rewritten:
/// its containers see the paths, mounts and arguments that its author wrote.
@NullMarked
package io.nodewright.sandbox.pod;

import org.jspecify.annotations.NullMarked;
