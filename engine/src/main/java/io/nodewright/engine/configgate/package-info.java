/// When changed config of a package at an unchanged version may reach its nodes, and in which steps
/// it does (contract 02 §6): the difference is held until no node is in the middle of the old data,
/// then all nodes are set back to `config`, then the data is replaced. Each step follows from what
/// is stored, so that whoever finds it half done goes on with it.
@NullMarked
package io.nodewright.engine.configgate;

import org.jspecify.annotations.NullMarked;
