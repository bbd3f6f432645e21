package io.nodewright.engine.action;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.ResourceId;
import io.nodewright.engine.rollout.Toleration;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// An interrupt that a Job has to run on a node, for one or several packages (03 §9, 04 §10).
///
/// @param key the host's package, stage `interrupt` or `uninstall-interrupt`, and the node
/// @param interrupt what runs, merged
/// @param covers packages that it satisfies, the host among them
/// @param nodeWrightUid UID of the owner
/// @param generation of the NodeWright
/// @param host the hosting package as wanted
/// @param nodeOrder value of `SKYHOOK_NODE_ORDER`
/// @param allowance restarts that it may spend; negative for none, as a reboot has
/// @param deadline bound of the whole Job; zero for none
/// @param additionalTolerations of the NodeWright, in spec order
public record InterruptJob(
    JobKey key,
    Interrupt.Of interrupt,
    SortedSet<PackageRef> covers,
    String nodeWrightUid,
    long generation,
    PackageSpec host,
    int nodeOrder,
    int allowance,
    Duration deadline,
    List<Toleration> additionalTolerations) {

  /// Copies the collections.
  public InterruptJob {
    if (!key.stage().isInterrupt()) {
      throw new IllegalStateException("a package stage is no interrupt: " + key);
    }
    covers = Collections.unmodifiableSortedSet(new TreeSet<>(covers));
    additionalTolerations = List.copyOf(additionalTolerations);
  }

  /// Its `SKYHOOK_RESOURCE_ID`.
  public String resourceId() {
    return ResourceId.ofPackage(key.nodeWright(), nodeWrightUid, generation, key.ref());
  }
}
