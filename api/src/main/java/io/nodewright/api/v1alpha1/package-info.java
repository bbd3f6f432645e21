/// The kinds NodeWright and DeploymentPolicy as they are stored (contract 01 §1 to §5): plain
/// shapes whose fields may all be absent, with the schema rules on the fields. Nothing is decided
/// or defaulted here; the subjects `resource` and `job` turn them into what the engine works with.
/// The CRDs are generated from these types.
@NullMarked
package io.nodewright.api.v1alpha1;

import org.jspecify.annotations.NullMarked;
