@NullMarked
package io.nodewright.api.resource;

import org.jspecify.annotations.NullMarked;
