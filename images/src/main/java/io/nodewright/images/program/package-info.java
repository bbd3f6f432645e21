/// The programs that become images, and how each is laid out in a root folder: a Java of its own,
/// the libraries, the program, and a start cache that a training run leaves there.
@NullMarked
package io.nodewright.images.program;

import org.jspecify.annotations.NullMarked;
