/// What the operator may do in the cluster, compared at start with what it needs (contract 08 §7):
/// a right that is missing is said at once and by name, and not first by what does not happen.
@NullMarked
package io.nodewright.operator.permissions;

import org.jspecify.annotations.NullMarked;
