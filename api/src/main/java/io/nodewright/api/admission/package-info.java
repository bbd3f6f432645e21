/// What may be asked of us: the rules that refuse a write (contract 01 §6), as pure functions of
/// the object before, the object after and what is recorded on nodes. An admission server, the
/// simulator and the CLI ask the same rules and get the same words.
@NullMarked
package io.nodewright.api.admission;

import org.jspecify.annotations.NullMarked;
