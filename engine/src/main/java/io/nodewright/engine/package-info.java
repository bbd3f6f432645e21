/// The module's root package.
@NullMarked
package io.nodewright.engine;

import org.jspecify.annotations.NullMarked;
