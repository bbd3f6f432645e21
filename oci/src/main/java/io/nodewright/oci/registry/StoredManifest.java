package io.nodewright.oci.registry;

import io.nodewright.oci.layer.Packing;

/// A manifest or a list of manifests, as a registry has it.
///
/// @param mediaType what it is
/// @param content its bytes, which its digest is about
@SuppressWarnings("ArrayRecordComponent") // never compared
record StoredManifest(String mediaType, byte[] content) {
  String digest() {
    return Packing.digest(content);
  }
}
