/// The package's manifest, `config.json`: its modes and steps as types, the schema of each version,
/// and the rules over the whole document. Decides whether a package may run at all, and says
/// everything that is wrong with it in one message. Implements contract 06 §7 and §14 B14 to B34,
/// B44, B45, B58.
@NullMarked
package io.nodewright.agent.config;

import org.jspecify.annotations.NullMarked;
