package io.nodewright.api.job;

import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.Version;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The labels of every Job of ours and of its Pods (03 §3).
final class JobLabels {

  private JobLabels() {}

  /// The labels, in a map that may be added to.
  static Map<String, String> of(JobKey key, long generation) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(Keys.NAME, key.nodeWright());
    labels.put(Keys.PACKAGE, Names.packageLabel(key.ref()));
    labels.put(Keys.STAGE, key.stage().word());
    labels.put(Keys.NODE, Names.labelValue(key.node()));
    labels.put(Keys.GENERATION, Long.toString(generation));
    return labels;
  }

  /// What the labels alone tell of a Job; empty when they leave package or stage open.
  static Optional<JobKey> key(Map<String, String> labels, String nodeWright, String node) {
    Optional<PackageRef> ref = refOf(Absent.text(labels.get(Keys.PACKAGE)));
    Optional<Stage> stage = Stage.of(Absent.text(labels.get(Keys.STAGE)));
    return ref.isPresent() && stage.isPresent()
        ? Optional.of(new JobKey(nodeWright, ref.get(), stage.get(), node))
        : Optional.empty();
  }

  /// The first split of `<package>-<version>` that leaves a version; a name ends in a letter (V8).
  private static Optional<PackageRef> refOf(String label) {
    for (int dash = label.indexOf('-'); dash >= 0; dash = label.indexOf('-', dash + 1)) {
      String version = label.substring(dash + 1);
      if (dash > 0
          && Character.isLetter(label.charAt(dash - 1))
          && Version.parse(version).isPresent()) {
        PackageRef ref = new PackageRef(label.substring(0, dash), version);
        return Names.packageLabel(ref).equals(label) ? Optional.of(ref) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
