package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.simulation.controller.Disruptions;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.Specs;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What people do to Jobs, Pods and ConfigMaps of ours.
final class ObjectDeeds {

  private static final Duration STUCK = Duration.ofSeconds(45);

  private final ApiClient client;
  private final Agenda agenda;
  private final List<String> foreign = new ArrayList<>();

  ObjectDeeds(ApiServer server, Agenda agenda) {
    this.client = server.as(People.PERSON);
    this.agenda = agenda;
  }

  void deleteJob(String node, String nodeWright) {
    jobs(node, nodeWright)
        .reduce((_, last) -> last)
        .ifPresent(job -> client.delete(Kind.JOB, name(job), Deletion.PLAIN));
  }

  void suspendJob(String node, String nodeWright) {
    jobs(node, nodeWright)
        .toList()
        .forEach(
            job ->
                client.edit(
                    Kind.JOB,
                    name(job),
                    Part.OBJECT,
                    stored -> {
                      JobSpec spec = Specs.copy(stored.getSpec());
                      spec.setSuspend(true);
                      stored.setSpec(spec);
                      return stored;
                    }));
  }

  void removeMarker(String node, String nodeWright) {
    jobs(node, nodeWright)
        .filter(
            job -> Absent.map(job.getMetadata().getAnnotations()).containsKey(Keys.STATE_RECORDED))
        .toList()
        .forEach(
            job ->
                client.edit(
                    Kind.JOB,
                    name(job),
                    Part.OBJECT,
                    stored -> {
                      Map<String, String> annotations =
                          new HashMap<>(stored.getMetadata().getAnnotations());
                      annotations.remove(Keys.STATE_RECORDED);
                      stored.getMetadata().setAnnotations(annotations);
                      return stored;
                    }));
  }

  void deletePod(String node, String nodeWright) {
    pod(node, nodeWright)
        .ifPresent(pod -> client.delete(Kind.POD, pod.getMetadata().getName(), Deletion.PLAIN));
  }

  void evictPod(String node, String nodeWright) {
    pod(node, nodeWright)
        .ifPresent(pod -> Disruptions.evict(client, pod.getMetadata().getName(), agenda.now()));
  }

  void deleteConfigMap(String nodeWright, String name) {
    configMap(nodeWright, name)
        .ifPresent(
            map -> client.delete(Kind.CONFIG_MAP, map.getMetadata().getName(), Deletion.PLAIN));
  }

  void editConfigMap(String nodeWright, String name) {
    configMap(nodeWright, name)
        .ifPresent(
            map ->
                client.edit(
                    Kind.CONFIG_MAP,
                    map.getMetadata().getName(),
                    Part.OBJECT,
                    stored -> {
                      Map<String, String> data = new TreeMap<>(Absent.map(stored.getData()));
                      data.put("a.conf", "by hand");
                      stored.setData(data);
                      return stored;
                    }));
  }

  void takeJobName(Deed.TakeJobName take) {
    Optional<PackageRef> ref = ref(take.nodeWright(), take.name());
    if (ref.isEmpty()) {
      return;
    }
    String name =
        Names.packageJob(
            new JobKey(
                take.nodeWright(), ref.get(), Stage.of(take.stage()).orElseThrow(), take.node()));
    client.create(
        Kind.JOB,
        new JobBuilder()
            .withMetadata(new ObjectMetaBuilder().withName(name).build())
            .withNewSpec()
            .withSuspend(true)
            .withBackoffLimit(6)
            .withCompletions(1)
            .withParallelism(1)
            .withNewTemplate()
            .withNewSpec()
            .withRestartPolicy("Never")
            .endSpec()
            .endTemplate()
            .endSpec()
            .build());
    foreign.add(name);
  }

  void giveNamesBack() {
    foreign.forEach(
        name -> {
          if (client.get(Kind.JOB, name).isPresent()) {
            client.delete(Kind.JOB, name, Deletion.PLAIN);
          }
        });
    foreign.clear();
  }

  /// Names are free, and what cannot end is forced to.
  void calm() {
    giveNamesBack();
    forceStuckPods();
  }

  private void forceStuckPods() {
    for (Pod pod : client.list(Kind.POD)) {
      if (pod.getMetadata().getDeletionTimestamp() != null) {
        String name = pod.getMetadata().getName();
        String uid = pod.getMetadata().getUid();
        agenda.after(
            STUCK,
            "a stuck Pod is forced",
            () -> {
              boolean still =
                  client
                      .get(Kind.POD, name)
                      .filter(now -> now.getMetadata().getUid().equals(uid))
                      .isPresent();
              if (still) {
                client.delete(Kind.POD, name, Deletion.of(uid).withGrace(0));
              }
            });
      }
    }
  }

  private java.util.stream.Stream<Job> jobs(String node, String nodeWright) {
    return client.list(Kind.JOB).stream()
        .filter(job -> nodeWright.equals(Absent.map(job.getMetadata().getLabels()).get(Keys.NAME)))
        .filter(job -> node.equals(job.getSpec().getTemplate().getSpec().getNodeName()))
        .sorted(java.util.Comparator.comparing(job -> job.getMetadata().getCreationTimestamp()));
  }

  private Optional<Pod> pod(String node, String nodeWright) {
    return client.list(Kind.POD).stream()
        .filter(pod -> nodeWright.equals(Absent.map(pod.getMetadata().getLabels()).get(Keys.NAME)))
        .filter(pod -> node.equals(pod.getSpec().getNodeName()))
        .reduce((_, last) -> last);
  }

  private Optional<ConfigMap> configMap(String nodeWright, String name) {
    return ref(nodeWright, name)
        .flatMap(ref -> client.get(Kind.CONFIG_MAP, Names.packageConfigMap(nodeWright, ref)));
  }

  private Optional<PackageRef> ref(String nodeWright, String name) {
    Optional<NodeWright> found = client.get(Kind.NODEWRIGHT, nodeWright);
    PackageDefinition of =
        found.map(each -> Absent.map(each.getSpec().packages()).get(name)).orElse(null);
    return of == null || of.version() == null
        ? Optional.empty()
        : Optional.of(new PackageRef(name, of.version()));
  }

  private static String name(Job job) {
    return job.getMetadata().getName();
  }
}
