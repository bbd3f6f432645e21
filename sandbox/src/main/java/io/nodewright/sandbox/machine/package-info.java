/// A node's host without a container engine: a folder that becomes the root of a set of Linux
/// namespaces, with its own processes, mounts, host name and network. Only util-linux and bash are
/// needed, and either root or the right to make user namespaces. Containers are further mount
/// namespaces inside.
@NullMarked
package io.nodewright.sandbox.machine;

import org.jspecify.annotations.NullMarked;
