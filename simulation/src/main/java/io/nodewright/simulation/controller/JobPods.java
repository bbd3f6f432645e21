package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.value.Absent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pods as a Job has them made.
final class JobPods {

  /// What is left of a generated name for the part that is not random.
  private static final int LONGEST_PREFIX = 58;

  private JobPods() {}

  static Pod of(Job job) {
    ObjectMeta meta = new ObjectMeta();
    String prefix = job.getMetadata().getName() + "-";
    meta.setGenerateName(
        prefix.length() > LONGEST_PREFIX ? prefix.substring(0, LONGEST_PREFIX) : prefix);
    meta.setNamespace(job.getMetadata().getNamespace());
    ObjectMeta template = job.getSpec().getTemplate().getMetadata();
    Map<String, String> labels =
        new LinkedHashMap<>(template == null ? Map.of() : Absent.map(template.getLabels()));
    labels.put("batch.kubernetes.io/controller-uid", job.getMetadata().getUid());
    labels.put("batch.kubernetes.io/job-name", job.getMetadata().getName());
    meta.setLabels(labels);
    meta.setAnnotations(template == null ? Map.of() : Absent.map(template.getAnnotations()));
    meta.setFinalizers(List.of(JobController.TRACKING));
    meta.setOwnerReferences(List.of(reference(job)));
    Pod pod = new Pod();
    pod.setMetadata(meta);
    pod.setSpec(job.getSpec().getTemplate().getSpec());
    return pod;
  }

  private static OwnerReference reference(Job job) {
    OwnerReference reference = new OwnerReference();
    reference.setApiVersion("batch/v1");
    reference.setKind("Job");
    reference.setName(job.getMetadata().getName());
    reference.setUid(job.getMetadata().getUid());
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    return reference;
  }
}
