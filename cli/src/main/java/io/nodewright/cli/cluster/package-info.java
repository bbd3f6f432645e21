/// The way to the API server with the caller's own credentials: connection, requests, preflight,
/// where the operator is and which version it has (contract 07 §3 to §6).
@NullMarked
package io.nodewright.cli.cluster;

import org.jspecify.annotations.NullMarked;
