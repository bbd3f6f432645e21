/// Why a node or a NodeWright is where it is: the engine's verdicts on what is read from the
/// cluster, as sentences; and what has happened to it.
@NullMarked
package io.nodewright.cli.explain;

import org.jspecify.annotations.NullMarked;
