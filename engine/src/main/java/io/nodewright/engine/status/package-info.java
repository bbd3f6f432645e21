/// What is published: the status of nodes and of the NodeWright, its conditions and their texts,
/// and the verdicts that all renderers share (contract 02 §7, 01 §4).
@NullMarked
package io.nodewright.engine.status;

import org.jspecify.annotations.NullMarked;
