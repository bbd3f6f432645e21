/// What happens in a run, in order: install, a rollout, reboots under a workload, an upgrade of the
/// operator in mid-rollout, a look at its permissions, the uninstall. Each throws when something is
/// not as it should be, with what was seen.
@NullMarked
package io.nodewright.e2e.story;

import org.jspecify.annotations.NullMarked;
