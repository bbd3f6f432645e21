/// The serving certificate of the webhooks (contract 08 §6): when a new one is made, how it is
/// made, how it reaches the API server's trust before it is served, and when the old authority is
/// forgotten. Any replica does all of it, without a lease: the version of the Secret decides
/// between them.
@NullMarked
package io.nodewright.operator.certificates;

import org.jspecify.annotations.NullMarked;
