/// JSON as a small tree: what the manifest, the version history and the interrupt data are read
/// into. It decides only what counts as JSON: strict UTF-8, no byte order mark, no comments,
/// nothing behind the value, at most 1 MiB and 64 levels. Implements contract 06 §14 B15, B44 and
/// B58.
@NullMarked
package io.nodewright.agent.json;

import org.jspecify.annotations.NullMarked;
