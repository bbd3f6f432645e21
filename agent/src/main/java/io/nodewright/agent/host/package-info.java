/// The host's file system as seen from the container: host paths resolved inside ROOT, one
/// component after the other, and what a run lays down there before its steps: the package copy,
/// `resolv.conf`, the `root_dir` overlay. Decides how links are followed (as the host would, never
/// out of ROOT) and where they are refused (below the agent's own state and logs). Implements
/// contract 06 §5.1, §10 and the second point of §18.
@NullMarked
package io.nodewright.agent.host;

import org.jspecify.annotations.NullMarked;
