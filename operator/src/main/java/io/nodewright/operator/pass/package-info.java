/// When a pass happens, and what it is: read the snapshot, decide, hand the actions over (contract
/// 02 §8, design "The shell"). One at a time over all NodeWrights; woken by alarms, paced so that
/// passes never take the whole core. The edge to the operator framework is one class.
@NullMarked
package io.nodewright.operator.pass;

import org.jspecify.annotations.NullMarked;
