/// What is kept of what was seen.
@NullMarked
package io.nodewright.api.seen;

import org.jspecify.annotations.NullMarked;
