/// A cluster of real nodes with a registry of its own, and what is put into both: the built images,
/// images for tests made from them, and the chart.
@NullMarked
package io.nodewright.e2e.cluster;

import org.jspecify.annotations.NullMarked;
