/// The module's root package.
@NullMarked
package io.nodewright.sandbox;

import org.jspecify.annotations.NullMarked;
