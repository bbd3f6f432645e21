/// A layer of an image: a folder of files, packed so that equal folders give equal bytes. Nobody's
/// user names, clocks or order of files get in: owner 0:0, one time for all, sorted paths.
@NullMarked
package io.nodewright.oci.layer;

import org.jspecify.annotations.NullMarked;
