/// What the agent says: one line per message on stderr, one ERROR line for a failed run, and the
/// same cause in the container's termination log. An [io.nodewright.agent.report.AgentFailure]
/// carries that cause from the place that found it to the one place that prints it. Implements
/// contract 06 §4 (last two points) and §12.
@NullMarked
package io.nodewright.agent.report;

import org.jspecify.annotations.NullMarked;
