/// `kubectl nodewright package …` for people who write packages: what the module `packages`
/// decides, on a command line. Nothing here reaches for a cluster.
@NullMarked
package io.nodewright.cli.authoring;

import org.jspecify.annotations.NullMarked;
