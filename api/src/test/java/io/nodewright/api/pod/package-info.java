@NullMarked
package io.nodewright.api.pod;

import org.jspecify.annotations.NullMarked;
