/// Pushes images to a registry by the OCI distribution protocol, with the credentials that the user
/// has for `docker` and `podman`.
@NullMarked
package io.nodewright.oci.registry;

import org.jspecify.annotations.NullMarked;
