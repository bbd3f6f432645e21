/// The module's root package.
@NullMarked
package io.nodewright.api;

import org.jspecify.annotations.NullMarked;
