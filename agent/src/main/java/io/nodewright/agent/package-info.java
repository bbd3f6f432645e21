/// The module's root package.
@NullMarked
package io.nodewright.agent;

import org.jspecify.annotations.NullMarked;
