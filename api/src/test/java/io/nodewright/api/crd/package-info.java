/// The CRDs: how they are generated from the kinds, that the committed files are not stale, and the
/// schema rules as rows for whoever has a real API server (contract 01 §6.2).
@NullMarked
package io.nodewright.api.crd;

import org.jspecify.annotations.NullMarked;
