package io.nodewright.oci.layer;

import java.nio.file.Path;

/// A layer as images have it.
///
/// @param title what it holds, in two words
/// @param file the gzip file
/// @param digest of the gzip file, as `sha256:…`
/// @param size of the gzip file, in bytes
/// @param contentDigest of the tar in it, as `sha256:…`; an image's configuration names this one
/// @param contentSize of the tar in it, in bytes
public record PackedLayer(
    String title, Path file, String digest, long size, String contentDigest, long contentSize) {}
