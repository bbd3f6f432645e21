/// What was seen, once per pass: immutable and sorted, made of the subjects' own facts (contract 02
/// LP1). A thing that cannot be understood is a fact about that thing, never an exception.
@NullMarked
package io.nodewright.engine.snapshot;

import org.jspecify.annotations.NullMarked;
