/// The demo: a rollout on a sandbox, shown while it happens. It reads the fleet like the operator
/// does and shows the engine's own verdicts; it has no opinion of its own on why a node waits.
/// `./nodewright demo` starts it.
@NullMarked
package io.nodewright.sandbox.demo;

import org.jspecify.annotations.NullMarked;
