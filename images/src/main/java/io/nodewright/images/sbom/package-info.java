/// What an image is made of, as a CycloneDX list: Debian packages, Java, and jars by their Maven
/// coordinates.
@NullMarked
package io.nodewright.images.sbom;

import org.jspecify.annotations.NullMarked;
