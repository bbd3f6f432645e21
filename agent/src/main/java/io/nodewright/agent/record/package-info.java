/// What a run leaves on the host: completion markers, the version history, the results of checks,
/// and logs. Decides by which marker a step counts as done, and in which form later runs, older
/// agents and people find it all again. Implements contract 06 §5.1, §6.3, §8 and §9.
@NullMarked
package io.nodewright.agent.record;

import org.jspecify.annotations.NullMarked;
