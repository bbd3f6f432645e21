/// A package to start from: it validates clean, runs, and takes back all that it did. Decides which
/// files a new package has, for the stages that its author wants.
@NullMarked
package io.nodewright.packages.skeleton;

import org.jspecify.annotations.NullMarked;
