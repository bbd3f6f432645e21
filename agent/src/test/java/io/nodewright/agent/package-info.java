/// Tests of the agent. Each rule of contract 06 §20 and §14 that is built has a test whose display
/// name begins with its id.
@NullMarked
package io.nodewright.agent;

import org.jspecify.annotations.NullMarked;
