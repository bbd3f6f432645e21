/// `nodewright e2e`: the built images and the chart on real nodes, from the install to the
/// uninstall.
@NullMarked
package io.nodewright.e2e;

import org.jspecify.annotations.NullMarked;
