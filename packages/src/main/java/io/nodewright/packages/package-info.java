/// For people who write packages, without a cluster: a [skeleton][io.nodewright.packages.skeleton]
/// to start from, [lint][io.nodewright.packages.lint] that tells what is wrong and how to mend it,
/// and a [trial][io.nodewright.packages.trial] on this computer, an
/// [image][io.nodewright.packages.image], and a [comparison][io.nodewright.packages.compare] of two
/// versions. The commands that show all this are in the plugin, `kubectl nodewright package …`.
/// What a package is, contract 06 says.
@NullMarked
package io.nodewright.packages;

import org.jspecify.annotations.NullMarked;
