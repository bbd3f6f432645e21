package io.nodewright.oci.image;

/// What OCI calls the parts of an image.
public final class MediaTypes {
  /// A list of manifests, one for each kind of computer.
  public static final String INDEX = "application/vnd.oci.image.index.v1+json";

  /// A manifest: a configuration and layers.
  public static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

  /// What older registries have in the place of [#INDEX].
  public static final String DOCKER_LIST =
      "application/vnd.docker.distribution.manifest.list.v2+json";

  /// What older registries have in the place of [#MANIFEST].
  public static final String DOCKER_MANIFEST =
      "application/vnd.docker.distribution.manifest.v2+json";

  /// A configuration.
  public static final String CONFIG = "application/vnd.oci.image.config.v1+json";

  /// A layer: tar in gzip.
  public static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

  /// A manifest's configuration when there is none: `{}`.
  public static final String EMPTY = "application/vnd.oci.empty.v1+json";

  /// A list of components.
  public static final String SBOM = "application/vnd.cyclonedx+json";

  private MediaTypes() {}
}
