/// Plain requests to the API server for what is sent thousands of times. The client library reads
/// an object before it patches it and parses what comes back; heartbeats and pod statuses need
/// neither. Everything else goes through the library.
@NullMarked
package io.nodewright.sandbox.request;

import org.jspecify.annotations.NullMarked;
