package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.engine.lifecycle.InterruptRun;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.ResourceId;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads Jobs (03 §2 to §6, §11).
public final class JobViews {

  private static final int NO_ALLOWANCE = -1;

  private JobViews() {}

  /// What was seen of a Job, without its Pods; empty when it is not one of ours: no label of a
  /// NodeWright, or nothing that tells package, stage and node.
  public static Optional<JobFacts> of(Job stored) {
    ObjectMeta meta = stored.getMetadata();
    JobSpec spec = stored.getSpec();
    PodTemplateSpec template = spec == null ? null : spec.getTemplate();
    PodSpec pod = template == null ? null : template.getSpec();
    if (spec == null || template == null || pod == null) {
      return Optional.empty();
    }
    return key(meta, template, pod).map(key -> facts(meta, spec, pod, stored.getStatus(), key));
  }

  private static JobFacts facts(
      ObjectMeta meta, JobSpec spec, PodSpec pod, @Nullable JobStatus status, JobKey key) {
    Map<String, String> annotations = Absent.map(meta.getAnnotations());
    return new JobFacts(
        key,
        meta.getName(),
        Absent.text(meta.getUid()),
        Owners.nodeWright(meta).map(OwnerReference::getUid).orElse(""),
        Times.parse(meta.getCreationTimestamp()).orElse(Instant.EPOCH),
        started(status),
        phase(status),
        Keys.TRUE.equals(annotations.get(Keys.STATE_RECORDED)),
        Absent.flag(spec.getSuspend(), false),
        meta.getDeletionTimestamp() != null,
        spec.getTtlSecondsAfterFinished() != null,
        status == null ? 0 : Absent.number(status.getFailed(), 0),
        JobTemplates.read(pod, key.ref().name()),
        key.stage().isInterrupt()
            ? CoveredPackages.parse(annotations.get(Keys.COVERS), key.ref())
            : Collections.emptySortedSet(),
        allowance(annotations.get(Keys.RESTART_ALLOWANCE)),
        annotations.containsKey(Keys.RESTART_LIMIT_EXCEEDED),
        told(annotations.get(Keys.TOLD)),
        key.stage().isInterrupt() ? run(annotations, pod, key) : InterruptRun.NONE,
        List.of());
  }

  /// What runs, from the last argument of the only init container.
  private static InterruptRun run(Map<String, String> annotations, PodSpec pod, JobKey key) {
    List<String> arguments =
        Absent.list(pod.getInitContainers()).stream()
            .findFirst()
            .map(Container::getArgs)
            .orElse(List.of());
    return new InterruptRun(
        InterruptArgument.read(arguments.isEmpty() ? null : arguments.getLast()),
        Absent.text(annotations.get(Keys.FAILURE_CAUSE)),
        resourceId(annotations.get(Keys.RESOURCE_ID), key));
  }

  private static String resourceId(@Nullable String ofNodeWright, JobKey key) {
    return ofNodeWright == null || ofNodeWright.isEmpty()
        ? ""
        : ResourceId.ofPackage(ofNodeWright, key.ref());
  }

  /// The identity from the annotation of the Job, else of its Pod template, else from the labels
  /// (02 §4.21); the NodeWright is always the label's, by which the Job was found.
  private static Optional<JobKey> key(ObjectMeta meta, PodTemplateSpec template, PodSpec pod) {
    Map<String, String> labels = Absent.map(meta.getLabels());
    String nodeWright = Absent.text(labels.get(Keys.NAME));
    String node =
        pod.getNodeName() == null ? Absent.text(labels.get(Keys.NODE)) : pod.getNodeName();
    if (nodeWright.isEmpty() || node.isEmpty()) {
      return Optional.empty();
    }
    return PackageIdentity.parse(Absent.map(meta.getAnnotations()).get(Keys.PACKAGE))
        .or(() -> identityOf(template.getMetadata()))
        .map(known -> new JobKey(nodeWright, known.ref(), known.stage(), node))
        .or(() -> JobLabels.key(labels, nodeWright, node));
  }

  private static Optional<PackageIdentity> identityOf(@Nullable ObjectMeta template) {
    return template == null
        ? Optional.empty()
        : PackageIdentity.parse(Absent.map(template.getAnnotations()).get(Keys.PACKAGE));
  }

  private static JobPhase phase(@Nullable JobStatus status) {
    JobPhase phase = new JobPhase.Unfinished();
    if (status == null) {
      return phase;
    }
    for (JobCondition each : Absent.list(status.getConditions())) {
      if (!"True".equals(each.getStatus())) {
        continue;
      }
      Instant since = Times.parse(each.getLastTransitionTime()).orElse(Instant.EPOCH);
      switch (Absent.text(each.getType())) {
        case "Complete" -> {
          return new JobPhase.Complete(Times.parse(status.getCompletionTime()).orElse(since));
        }
        case "Failed" -> {
          return new JobPhase.Failed(
              Absent.text(each.getReason()), Absent.text(each.getMessage()), since);
        }
        case JobLayout.FAILURE_TARGET -> phase = new JobPhase.Failing(since);
        default -> {}
      }
    }
    return phase;
  }

  private static Instant started(@Nullable JobStatus status) {
    return status == null
        ? Instant.EPOCH
        : Times.parse(status.getStartTime()).orElse(Instant.EPOCH);
  }

  /// One per line; what a line says is the engine's.
  private static SortedSet<String> told(@Nullable String text) {
    return text == null ? Collections.emptySortedSet() : new TreeSet<>(text.lines().toList());
  }

  private static int allowance(@Nullable String text) {
    if (text == null) {
      return NO_ALLOWANCE;
    }
    try {
      return Math.max(NO_ALLOWANCE, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return NO_ALLOWANCE;
    }
  }
}
