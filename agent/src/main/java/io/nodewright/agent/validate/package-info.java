/// `agent validate`: what is wrong with a package, told to its author before a host meets it.
/// Decides what counts as an error and what as a warning beyond the rules that every run applies,
/// and writes nothing. Implements contract 06 §17.
@NullMarked
package io.nodewright.agent.validate;

import org.jspecify.annotations.NullMarked;
