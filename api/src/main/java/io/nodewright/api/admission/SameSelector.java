package io.nodewright.api.admission;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.nodewright.api.value.Absent;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Whether two selectors are written alike: the same labels, the same expressions in the same order
/// (V35). What is absent equals what is empty.
final class SameSelector {

  private SameSelector() {}

  static boolean of(@Nullable LabelSelector left, @Nullable LabelSelector right) {
    LabelSelector a = left == null ? new LabelSelector() : left;
    LabelSelector b = right == null ? new LabelSelector() : right;
    List<LabelSelectorRequirement> ours = Absent.list(a.getMatchExpressions());
    List<LabelSelectorRequirement> theirs = Absent.list(b.getMatchExpressions());
    return Absent.map(a.getMatchLabels()).equals(Absent.map(b.getMatchLabels()))
        && ours.size() == theirs.size()
        && IntStream.range(0, ours.size()).allMatch(i -> same(ours.get(i), theirs.get(i)));
  }

  private static boolean same(LabelSelectorRequirement left, LabelSelectorRequirement right) {
    return Absent.text(left.getKey()).equals(Absent.text(right.getKey()))
        && Absent.text(left.getOperator()).equals(Absent.text(right.getOperator()))
        && Absent.list(left.getValues()).equals(Absent.list(right.getValues()));
  }
}
