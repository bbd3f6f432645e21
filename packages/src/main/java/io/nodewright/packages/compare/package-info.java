/// What is otherwise in another version of a package: steps and their order, files, config keys.
@NullMarked
package io.nodewright.packages.compare;

import org.jspecify.annotations.NullMarked;
