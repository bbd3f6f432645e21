/// Gets the programs of the control plane: from a cache, else built from their Go modules, else
/// downloaded. Versions and checksums are pinned here and nowhere else. A program is complete when
/// its stamp names the module and version that it was made from.
@NullMarked
package io.nodewright.sandbox.binaries;

import org.jspecify.annotations.NullMarked;
