/// The metrics of an operator beside a real API server, which says who may read them.
@NullMarked
package io.nodewright.sandbox.metrics;

import org.jspecify.annotations.NullMarked;
