/// A whole cluster on one Linux computer, without a container engine: a real control plane, and
/// nodes whose hosts are folders and whose pods are local processes.
/// [io.nodewright.sandbox.Sandbox] is the way in for tests, `SandboxMain` for people. What a step
/// does stays in its node's folder.
@NullMarked
package io.nodewright.sandbox;

import org.jspecify.annotations.NullMarked;
