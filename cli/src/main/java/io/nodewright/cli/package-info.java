/// kubectl nodewright: the process, its streams and its exit codes.
@NullMarked
package io.nodewright.cli;

import org.jspecify.annotations.NullMarked;
