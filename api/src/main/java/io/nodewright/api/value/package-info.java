/// Values of the API that are texts or lists on the wire: durations, quantities, times, label
/// selectors, tolerations (contract 01 §0). Each is read into the engine's own type once; a text
/// that is none gives an empty answer, and the caller says where it stood.
@NullMarked
package io.nodewright.api.value;

import org.jspecify.annotations.NullMarked;
