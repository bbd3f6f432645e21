/// The conformance suite of the simulation, against the real control plane.
@NullMarked
package io.nodewright.sandbox.conformance;

import org.jspecify.annotations.NullMarked;
