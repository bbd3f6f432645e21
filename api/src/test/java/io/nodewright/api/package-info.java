@NullMarked
package io.nodewright.api;

import org.jspecify.annotations.NullMarked;
