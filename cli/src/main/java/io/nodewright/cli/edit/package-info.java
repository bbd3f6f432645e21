/// What is changed: the text of a patch as a function of the object that was read, and the writing
/// with its conditions and tries (contract 07 §10, §11).
@NullMarked
package io.nodewright.cli.edit;

import org.jspecify.annotations.NullMarked;
