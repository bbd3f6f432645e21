/// How a node is emptied before an interrupt, so that nobody is harmed: who holds its cordon, which
/// protected pods must leave first, which pods go and how, and who keeps it cordoned afterwards
/// (contract 04 §4 to §8, §14, §15). Decides on facts about one node; asks nobody.
@NullMarked
package io.nodewright.engine.drain;

import org.jspecify.annotations.NullMarked;
