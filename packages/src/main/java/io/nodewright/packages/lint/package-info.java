/// What is wrong with a package, told to its author with the fix: the rules of contract 06, which
/// the agent goes by, and beyond them what a package can have without being refused: files that
/// nothing uses, checks that cannot fail, shell that does not parse, no way back.
@NullMarked
package io.nodewright.packages.lint;

import org.jspecify.annotations.NullMarked;
