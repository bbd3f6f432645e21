/// People, tools and machines around the operator: they carry the deeds of a scenario out as
/// `kubectl` and our command line would, are refused by admission like everybody, and put
/// everything right when the world calms. They know nothing of the operator.
@NullMarked
package io.nodewright.simulation.people;

import org.jspecify.annotations.NullMarked;
