/// Ordinary workloads of a sandbox: Pods that do nothing but be there, become ready and end as they
/// are told. They cost a timer each and no process, on nodes with a host as well as on hollow ones,
/// and how each of them ended is written down.
@NullMarked
package io.nodewright.sandbox.workload;

import org.jspecify.annotations.NullMarked;
