/// The operator is killed at each of its writes in turn, once before the API server has the write
/// and once after it is stored and before the answer (design rule: the operator may be killed
/// between any two writes). [WriteProxy] stands between the two and shows each write to [Kills],
/// which says when; [Drill] starts the operator again and watches a [Scenario] to its end.
@NullMarked
package io.nodewright.sandbox.kill;

import org.jspecify.annotations.NullMarked;
