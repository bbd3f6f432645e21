package io.nodewright.packages.trial;

import io.nodewright.packages.PackageFolder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a package is tried with.
///
/// @param tried the package
/// @param before older versions of it, none or one, that an upgrade is tried from
/// @param config the configMap: keys and values
/// @param change keys with other values, for a change of the configMap; empty for none
/// @param labels of the node
/// @param environment the package's `env` in the resource
/// @param interrupt the interrupt's data as the operator hands it to the agent, a JSON object;
///   empty for none
/// @param stages the stages to try, by their words; empty for all
/// @param patience how long one run of the agent may take
public record TrialPlan(
    PackageFolder tried,
    List<PackageFolder> before,
    SortedMap<String, String> config,
    SortedMap<String, String> change,
    SortedMap<String, String> labels,
    SortedMap<String, String> environment,
    String interrupt,
    Set<String> stages,
    Duration patience) {

  public TrialPlan {
    before = List.copyOf(before);
    config = copy(config);
    change = copy(change);
    labels = copy(labels);
    environment = copy(environment);
    stages = new TreeSet<>(stages);
  }

  private static SortedMap<String, String> copy(Map<String, String> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  boolean wants(String stage) {
    return stages.isEmpty() || stages.contains(stage);
  }
}
