@NullMarked
package io.nodewright.api.value;

import org.jspecify.annotations.NullMarked;
