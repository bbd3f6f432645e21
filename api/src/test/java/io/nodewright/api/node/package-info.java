@NullMarked
package io.nodewright.api.node;

import org.jspecify.annotations.NullMarked;
