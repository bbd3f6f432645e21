/// Tests of the plugin: the borders of the module, its pure parts, and the real program against a
/// real API server.
@NullMarked
package io.nodewright.cli;

import org.jspecify.annotations.NullMarked;
