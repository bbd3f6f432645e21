/// The images of a sandbox, which no registry has: package folders, root folders and OCI layouts
/// that are put into a local store under the references that pods use. An image is a root folder
/// and what to run in it. What is not in the store does not exist, and pods that want it wait as
/// they do for a registry.
@NullMarked
package io.nodewright.sandbox.image;

import org.jspecify.annotations.NullMarked;
