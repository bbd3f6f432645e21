/// The agent's entry: parses the command line, prints the banner, and takes one run through the
/// phases of contract 06 §5, in that order. Decides the exit code and is the only place that prints
/// a failure. Implements contract 06 §2, §4, §5 points 1 to 8, §12 and §13.
@NullMarked
package io.nodewright.agent;

import org.jspecify.annotations.NullMarked;
