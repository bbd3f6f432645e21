/// `nodewright images`: builds the images of operator and agent without a container engine, so that
/// equal sources, packages and JDK give equal images, and pushes them to a registry.
@NullMarked
package io.nodewright.images;

import org.jspecify.annotations.NullMarked;
