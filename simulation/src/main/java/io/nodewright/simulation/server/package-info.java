/// etcd and the API server: stored objects, versions, conditional writes, deletion, watches,
/// limits. Only what is written is kept, in the form in which it is stored.
@NullMarked
package io.nodewright.simulation.server;

import org.jspecify.annotations.NullMarked;
