/// An image in the forms in which it travels: a folder in the OCI image layout, and an archive that
/// `ctr`, `docker` and `podman` read. Layers come from `layer`; here they get a configuration, a
/// manifest and a name.
@NullMarked
package io.nodewright.oci.image;

import org.jspecify.annotations.NullMarked;
