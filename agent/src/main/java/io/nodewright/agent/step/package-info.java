/// Runs the steps of one mode of one package: which of them run, with which program, arguments and
/// environment, and what their ends mean. Decides success and failure, and in which order steps,
/// markers, logs and records follow each other. Implements contract 06 §5 points 9 to 18, §6 and
/// §8.1.
@NullMarked
package io.nodewright.agent.step;

import org.jspecify.annotations.NullMarked;
