package io.nodewright.images;

import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.PackedLayer;
import java.nio.file.Path;
import java.util.List;

/// An image that was built.
///
/// @param layout the image
/// @param archive the same as one file
/// @param components the file that lists what it is made of
/// @param layers the lowest first
/// @param plainDigest the digest of the manifest that it would have without a start cache: what two
///   builds on two computers agree on
public record BuiltImage(
    ImageLayout layout,
    Path archive,
    Path components,
    List<PackedLayer> layers,
    String plainDigest) {

  public BuiltImage {
    layers = List.copyOf(layers);
  }
}
