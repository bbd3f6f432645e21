/// What the container's environment says: the agent's own settings, parsed once, the resource id,
/// and the part of the environment that a step may see. Decides defaults, what a malformed value
/// means, and which variables belong to the product's own runtime. Implements contract 06 §3 and,
/// for the root mode, §18.
@NullMarked
package io.nodewright.agent.settings;

import org.jspecify.annotations.NullMarked;
