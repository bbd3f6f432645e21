package io.nodewright.api.job;

import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.engine.lifecycle.JobKey;
import java.util.Map;
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
}
