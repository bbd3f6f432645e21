/// Reads tar archives, as image layers and releases are packed. It knows the formats that are met
/// there: ustar, pax headers and GNU long names. It gives entries and leaves to its caller what
/// becomes of them.
@NullMarked
package io.nodewright.sandbox.archive;

import org.jspecify.annotations.NullMarked;
