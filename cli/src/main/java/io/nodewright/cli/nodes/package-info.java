/// What is shown of nodes and their packages: choosing nodes, rows, counts (contract 07 §7, §8).
@NullMarked
package io.nodewright.cli.nodes;

import org.jspecify.annotations.NullMarked;
