package io.nodewright.oci.image;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Names a blob by its digest.
///
/// @param mediaType what the blob is
/// @param digest as `sha256:…`
/// @param size in bytes
public record Descriptor(String mediaType, String digest, long size) {
  /// As it stands in manifests.
  public Map<String, Object> document() {
    SequencedMap<String, Object> map = new LinkedHashMap<>();
    map.put("mediaType", mediaType);
    map.put("digest", digest);
    map.put("size", size);
    return map;
  }
}
