/// The module's root package.
@NullMarked
package io.nodewright.operator;

import org.jspecify.annotations.NullMarked;
