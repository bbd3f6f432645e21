package io.nodewright.api.resource;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.DeploymentPolicyOptions;
import io.nodewright.api.v1alpha1.DrainConfig;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.api.value.Tolerations;
import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.ResetOnCompletion;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads NodeWrights (01 §2, §3, §8.1).
public final class NodeWrightViews {

  /// Grace of a drain when the pod's own holds.
  private static final Duration OWN_GRACE = Duration.ofSeconds(-1);

  private static final int PRIORITY = 200;

  private static final NodeWrightSpec NOTHING_WANTED =
      new NodeWrightSpec(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null);

  private NodeWrightViews() {}

  /// The NodeWright with its semantic defaults. What cannot be decoded is a problem of the view,
  /// and its place is taken by the default.
  public static NodeWrightView of(NodeWright stored) {
    ObjectMeta meta = stored.getMetadata();
    Map<String, String> annotations = Absent.map(meta.getAnnotations());
    SpecProblems problems = new SpecProblems();
    NodeWrightSpec spec = stored.getSpec();
    return new NodeWrightView(
        meta.getName(),
        Absent.text(meta.getUid()),
        Absent.text(meta.getResourceVersion()),
        meta.getGeneration() == null ? 0 : meta.getGeneration(),
        Times.parse(meta.getCreationTimestamp()).orElse(Instant.EPOCH),
        Keys.TRUE.equals(annotations.get(Keys.PAUSE)),
        Keys.TRUE.equals(annotations.get(Keys.DISABLE)),
        meta.getDeletionTimestamp() != null,
        Absent.list(meta.getFinalizers()).contains(Keys.FINALIZER),
        Absent.text(annotations.get(Keys.OPERATOR_VERSION)),
        read(spec == null ? NOTHING_WANTED : spec, problems),
        problems.found(),
        Statuses.read(stored.getStatus()));
  }

  private static io.nodewright.engine.snapshot.NodeWrightSpec read(
      NodeWrightSpec stored, SpecProblems problems) {
    return new io.nodewright.engine.snapshot.NodeWrightSpec(
        problems.selector("spec.nodeSelectors", stored.nodeSelectors()),
        budget(stored.interruptionBudget(), problems),
        Absent.text(stored.deploymentPolicy()),
        reset(stored.deploymentPolicyOptions()),
        Absent.number(stored.priority(), PRIORITY),
        sequencing(stored.sequencing(), problems),
        Absent.flag(stored.serial(), false),
        problems.selector("spec.podNonInterruptLabels", stored.podNonInterruptLabels()),
        drain(stored.drainConfig(), problems),
        Absent.list(stored.additionalTolerations()).stream().map(Tolerations::read).toList(),
        Absent.flag(stored.runtimeRequired(), false),
        Absent.flag(stored.autoTaintNewNodes(), false),
        Absent.flag(stored.runtimeRequiredCordonAfter(), false),
        new PackageSpecs(problems).read(Absent.map(stored.packages())));
  }

  private static Budget budget(@Nullable InterruptionBudget stored, SpecProblems problems) {
    Integer percent = stored == null ? null : stored.percent();
    Integer count = stored == null ? null : stored.count();
    if (percent != null && count != null) {
      problems.add("spec.interruptionBudget", "both percent and count are set; leave one");
    }
    if (count != null) {
      return new Budget.Count(count);
    }
    return percent == null ? new Budget.Unset() : new Budget.Percent(percent);
  }

  /// The object's presence is the override; its member is true by default (01 §2).
  private static ResetOnCompletion reset(@Nullable DeploymentPolicyOptions stored) {
    if (stored == null) {
      return ResetOnCompletion.BY_POLICY;
    }
    return Absent.flag(stored.resetBatchStateOnCompletion(), true)
        ? ResetOnCompletion.YES
        : ResetOnCompletion.NO;
  }

  private static Sequencing sequencing(@Nullable String word, SpecProblems problems) {
    return switch (Absent.text(word)) {
      case "all" -> Sequencing.ALL;
      case "", "node" -> Sequencing.NODE;
      default -> {
        problems.add("spec.sequencing", "\"" + word + "\" is none of node, all; use one of them");
        yield Sequencing.NODE;
      }
    };
  }

  private static DrainSettings drain(@Nullable DrainConfig stored, SpecProblems problems) {
    if (stored == null) {
      return new DrainSettings(false, true, true, true, Duration.ZERO, OWN_GRACE);
    }
    return new DrainSettings(
        Absent.flag(stored.disableEviction(), false),
        Absent.flag(stored.deleteEmptyDirData(), true),
        Absent.flag(stored.force(), true),
        Absent.flag(stored.ignoreDaemonSets(), true),
        problems.duration("spec.drainConfig.timeout", stored.timeout()).orElse(Duration.ZERO),
        problems.duration("spec.drainConfig.gracePeriod", stored.gracePeriod()).orElse(OWN_GRACE));
  }
}
