/// A package's whole life on a throw-away host of this computer, through the real agent: what each
/// stage changes, whether a second run changes nothing, and whether uninstall brings everything
/// back. The host is a folder in namespaces of its own; no root rights are needed, and nothing that
/// a step does reaches this computer.
@NullMarked
package io.nodewright.packages.trial;

import org.jspecify.annotations.NullMarked;
