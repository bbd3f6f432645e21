@NullMarked
package io.nodewright.api.job;

import org.jspecify.annotations.NullMarked;
