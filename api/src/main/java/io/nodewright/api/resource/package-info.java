/// NodeWrights and DeploymentPolicies as the engine sees them (contract 01 §2 to §5): the semantic
/// defaults, and what could not be decoded as problems for people. The status goes both ways; its
/// memory is read back exactly.
@NullMarked
package io.nodewright.api.resource;

import org.jspecify.annotations.NullMarked;
