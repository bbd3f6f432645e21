/// The module's tests.
@NullMarked
package io.nodewright.packages;

import org.jspecify.annotations.NullMarked;
