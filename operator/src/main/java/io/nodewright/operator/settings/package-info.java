/// What the process is told by its environment: one record, read once at start (contract 08 §4). A
/// value that cannot be read stops the start, and all of them are named in one run. Nobody else
/// reads a variable.
@NullMarked
package io.nodewright.operator.settings;

import org.jspecify.annotations.NullMarked;
