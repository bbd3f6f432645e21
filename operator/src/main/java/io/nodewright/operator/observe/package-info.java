/// What is seen: informers whose stores hold lean views instead of objects, and the snapshot of a
/// pass made of them (design "Trimmed caches", "Read your writes"; contract 02 LP1). Knows nothing
/// of what follows from what is seen.
@NullMarked
package io.nodewright.operator.observe;

import org.jspecify.annotations.NullMarked;
