package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.job.ConfigMapPatches;
import io.nodewright.api.job.OurConfigMaps;
import io.nodewright.api.job.Owner;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.settings.OperatorSettings;

/// Writes on package ConfigMaps (03 §10.1, §11.1).
final class ConfigMapWrites {

  private final FencedClient client;
  private final Deletions deletions;
  private final Caches caches;
  private final Refusals refusals;
  private final OurConfigMaps builder;
  private final String namespace;

  ConfigMapWrites(
      FencedClient client, Caches caches, Refusals refusals, OperatorSettings settings) {
    this.client = client;
    this.deletions = new Deletions(client);
    this.caches = caches;
    this.refusals = refusals;
    this.builder = new OurConfigMaps(settings.jobs());
    this.namespace = settings.namespace();
  }

  Outcome create(Action.CreateConfigMap action) {
    ConfigMap wanted = builder.ofPackage(action.owner(), action.spec());
    JobKey claim = new JobKey(action.owner().name(), action.spec().ref(), Stage.APPLY, "");
    Owner owner = new Owner(action.owner().name(), action.owner().uid());
    String object = "ConfigMap " + wanted.getMetadata().getName();
    try {
      caches.configMaps().answered(maps(client.forWrite()).resource(wanted).create());
      refusals.granted(claim);
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      return switch (Creation.answer(e)) {
        case EXISTS -> existing(owner, wanted, claim, object, e);
        case REFUSED -> {
          String message = Failure.of(e).message();
          refusals.refused(claim, Refusal.Kind.REJECTED, object, message);
          yield new Outcome.Ended(message);
        }
        case OTHER -> throw e;
      };
    }
  }

  Outcome openGate(Action.OpenConfigGate action) {
    return patch(action.seen(), PatchType.JSON_MERGE, ConfigMapPatches.openGate(action));
  }

  Outcome replace(Action.ReplaceConfigMap action) {
    return patch(action.seen(), PatchType.JSON, ConfigMapPatches.replace(action));
  }

  /// What the API server refuses for good, such as data that is too large, is remembered like a
  /// refused create: it is told, and tried again later (03 §10.1).
  private Outcome patch(ConfigMapView seen, PatchType type, String body) {
    JobKey claim = new JobKey(seen.nodeWright(), seen.ref(), Stage.APPLY, "");
    try {
      caches
          .configMaps()
          .answered(client.patch(path(namespace, seen.name()), type, body, ConfigMap.class));
      refusals.granted(claim);
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      Failure failure = Failure.of(e);
      if (failure.kind() != Failure.Kind.REFUSED) {
        throw e;
      }
      refusals.refused(claim, Refusal.Kind.REJECTED, "ConfigMap " + seen.name(), failure.message());
      return new Outcome.Ended(failure.message());
    }
  }

  Outcome delete(ConfigMapView seen) {
    deletions.delete(path(namespace, seen.name()), seen.uid(), false, ConfigMap.class);
    caches.configMaps().answeredGone(seen.name(), seen.uid());
    return Outcome.DONE;
  }

  void reread(Action.CreateConfigMap action) {
    String name = Names.packageConfigMap(action.owner().name(), action.spec().ref());
    ConfigMap now = maps(client.forRead()).withName(name).get();
    if (now != null) {
      caches.configMaps().answered(now);
    }
  }

  void reread(ConfigMapView seen) {
    ConfigMap now = maps(client.forRead()).withName(seen.name()).get();
    caches.configMaps().reread(seen.name(), seen.uid(), now);
  }

  static String path(String namespace, String name) {
    return "/api/v1/namespaces/%s/configmaps/%s".formatted(namespace, name);
  }

  private Outcome existing(
      Owner owner,
      ConfigMap wanted,
      JobKey claim,
      String object,
      KubernetesClientException exists) {
    ConfigMap found = maps(client.forRead()).withName(wanted.getMetadata().getName()).get();
    if (found == null) {
      throw exists; // it went just now: once more, and less often each time
    }
    return switch (owner.claimOn(found)) {
      case OURS -> {
        caches.configMaps().answered(found);
        refusals.granted(claim);
        yield Outcome.DONE;
      }
      case OUR_PREDECESSORS -> {
        caches.configMaps().answered(found);
        refusals.refused(claim, Refusal.Kind.REJECTED, object, "an earlier one is still there");
        yield new Outcome.Ended("a ConfigMap of an earlier NodeWright of that name is still there");
      }
      case NOBODYS -> nobodys(owner, found, claim, object);
      case FOREIGN -> taken(claim, object);
    };
  }

  /// One that carries our label is adopted (03 §11.1); any other is not touched.
  private Outcome nobodys(Owner owner, ConfigMap found, JobKey claim, String object) {
    String label = Absent.map(found.getMetadata().getLabels()).get(Keys.NAME);
    if (!owner.name().equals(label)) {
      return taken(claim, object);
    }
    caches
        .configMaps()
        .answered(
            client.patch(
                path(namespace, found.getMetadata().getName()),
                PatchType.JSON_MERGE,
                ConfigMapPatches.adopt(found, owner),
                ConfigMap.class));
    refusals.granted(claim);
    return Outcome.DONE;
  }

  private Outcome taken(JobKey claim, String object) {
    String message = "the name belongs to another owner";
    refusals.refused(claim, Refusal.Kind.NAME_TAKEN, object, message);
    return new Outcome.Ended(message);
  }

  private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps(
      KubernetesClient by) {
    return by.configMaps().inNamespace(namespace);
  }
}
