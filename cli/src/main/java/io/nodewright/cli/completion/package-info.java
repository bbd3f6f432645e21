/// Shell completion, with the names that are in the cluster (contract 07 §16).
@NullMarked
package io.nodewright.cli.completion;

import org.jspecify.annotations.NullMarked;
