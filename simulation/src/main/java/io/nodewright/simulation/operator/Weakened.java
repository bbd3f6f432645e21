package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.nodewright.api.node.JsonPatch;
import io.nodewright.api.node.PatchOperation;
import io.nodewright.simulation.server.Deletion;
import java.util.List;

/// Writes as they are sent: unchanged, or without what one protection adds.
final class Weakened {

  private static final String UID = "/metadata/uid";
  private static final String TEST_VERSION =
      "\\{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"[0-9]+\"},";

  private final Protections protections;
  private int jobs;

  Weakened(Protections protections) {
    this.protections = protections;
  }

  JsonPatch ofNode(JsonPatch patch) {
    boolean keys = protections.on(Protection.NODE_PRECONDITION);
    boolean uid = protections.on(Protection.NODE_UID);
    if (keys && uid) {
      return patch;
    }
    List<PatchOperation> left =
        patch.operations().stream()
            .filter(
                each ->
                    switch (each) {
                      case PatchOperation.Test(String path, String _) ->
                          path.equals(UID) ? uid : keys;
                      case PatchOperation.TestAbsent _, PatchOperation.TestOn _ -> keys;
                      case PatchOperation.AddMap _,
                          PatchOperation.SwitchOn _,
                          PatchOperation.Add _,
                          PatchOperation.AddTaint _,
                          PatchOperation.Replace _,
                          PatchOperation.Remove _ ->
                          true;
                    })
            .toList();
    return new JsonPatch(left);
  }

  String ofStatus(String body) {
    return protections.on(Protection.STATUS_VERSION) ? body : body.replaceAll(TEST_VERSION, "");
  }

  Job ofJob(Job job) {
    if (protections.on(Protection.JOB_NAMES)) {
      return job;
    }
    String name = job.getMetadata().getName();
    return new JobBuilder(job)
        .editMetadata()
        .withName(name.substring(0, Math.min(name.length(), 55)) + "-" + jobs++)
        .endMetadata()
        .build();
  }

  Deletion ofJob(String uid) {
    Deletion deletion = protections.on(Protection.JOB_UID) ? Deletion.of(uid) : Deletion.PLAIN;
    return protections.on(Protection.FOREGROUND_DELETION) ? deletion.foreground() : deletion;
  }
}
