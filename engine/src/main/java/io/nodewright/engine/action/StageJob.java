package io.nodewright.engine.action;

import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.rollout.Toleration;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A package stage that a Job has to run: all that its object is built from, beside the operator's
/// settings (03 §3 to §8).
///
/// @param key what it is for; also its name
/// @param nodeWrightUid UID of the owner
/// @param generation of the NodeWright
/// @param spec the package as wanted
/// @param nodeOrder value of `SKYHOOK_NODE_ORDER`
/// @param timeout bound of one attempt; zero for none
/// @param backoffLimit retries after the first attempt
/// @param additionalTolerations of the NodeWright, in spec order
/// @param configKeys keys of the package's ConfigMap, each mounted as one file
public record StageJob(
    JobKey key,
    String nodeWrightUid,
    long generation,
    PackageSpec spec,
    int nodeOrder,
    Duration timeout,
    int backoffLimit,
    List<Toleration> additionalTolerations,
    SortedSet<String> configKeys) {

  /// Copies the collections.
  public StageJob {
    additionalTolerations = List.copyOf(additionalTolerations);
    configKeys = Collections.unmodifiableSortedSet(new TreeSet<>(configKeys));
  }
}
