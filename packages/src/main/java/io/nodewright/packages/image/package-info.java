/// A package as an image: a layer with `/skyhook-package` on a base that has a shell, equal bytes
/// from equal files, whoever builds it, wherever and whenever. Implements contract 06 §15.
@NullMarked
package io.nodewright.packages.image;

import org.jspecify.annotations.NullMarked;
