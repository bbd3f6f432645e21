/// Container images as files: [layers][io.nodewright.oci.layer] of folders, equal bytes from equal
/// files; [layouts and archives][io.nodewright.oci.image]; and their way to a
/// [registry][io.nodewright.oci.registry].
@NullMarked
package io.nodewright.oci;

import org.jspecify.annotations.NullMarked;
