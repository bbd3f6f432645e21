/// Measures what the documentation claims, so that anyone can measure it again. Numbers of one run
/// are compared with each other, since computers differ; `docs/performance.md` has those of ours.
@NullMarked
package io.nodewright.bench;

import org.jspecify.annotations.NullMarked;
