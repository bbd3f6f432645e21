package io.nodewright.simulation.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A member of an object that patches may touch: where it stands, how it is read as JSON and how it
/// is set. What no member stands for cannot be patched here, and a try fails the simulation.
///
/// @param at the path, as names
/// @param read the value; null for absent
/// @param write sets the value; null for absent. Gets a copy whose metadata, and the spec or status
///   that it sets in, are its own
record Member<T>(
    List<String> at, Function<T, @Nullable Object> read, BiConsumer<T, @Nullable JsonNode> write) {

  static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private static final TypeReference<LinkedHashMap<String, String>> TEXTS =
      new TypeReference<>() {};
  private static final TypeReference<List<String>> LIST = new TypeReference<>() {};
  private static final TypeReference<List<OwnerReference>> OWNERS = new TypeReference<>() {};
  private static final TypeReference<List<Taint>> TAINTS = new TypeReference<>() {};
  private static final TypeReference<List<NodeCondition>> CONDITIONS = new TypeReference<>() {};

  private static final List<Member<Node>> NODE =
      List.of(
          member("spec/unschedulable", each -> spec(each).getUnschedulable(), Member::cordon),
          member("spec/taints", each -> listOrNull(spec(each).getTaints()), Member::taint),
          member("status/conditions", each -> status(each).getConditions(), Member::setConditions));

  private static final List<Member<Job>> JOB =
      List.of(
          job("suspend", JobSpec::getSuspend, (spec, value) -> spec.setSuspend(flag(value))),
          job(
              "ttlSecondsAfterFinished",
              JobSpec::getTtlSecondsAfterFinished,
              (spec, value) -> spec.setTtlSecondsAfterFinished(number(value))),
          job(
              "backoffLimit",
              JobSpec::getBackoffLimit,
              (spec, value) -> spec.setBackoffLimit(number(value))));

  private static final List<Member<ConfigMap>> CONFIG_MAP =
      List.of(
          member(
              "data",
              ConfigMap::getData,
              (map, value) -> map.setData(value == null ? null : JSON.convertValue(value, TEXTS))));

  private static final List<Member<NodeWright>> NODEWRIGHT =
      List.of(
          member(
              "spec",
              NodeWright::getSpec,
              (each, value) -> each.setSpec(typed(value, NodeWrightSpec.class))),
          member(
              "status",
              NodeWright::getStatus,
              (each, value) -> each.setStatus(typed(value, NodeWrightStatus.class))));

  private static final List<Member<DeploymentPolicy>> POLICY =
      List.of(
          member(
              "spec",
              DeploymentPolicy::getSpec,
              (each, value) -> each.setSpec(typed(value, DeploymentPolicySpec.class))));

  private static final List<Member<Lease>> LEASE =
      List.of(
          member(
              "spec",
              Lease::getSpec,
              (each, value) -> each.setSpec(typed(value, LeaseSpec.class))));

  private static final Map<Kind<?>, List<?>> BY_KIND =
      Map.of(
          Kind.NODE, all(NODE),
          Kind.JOB, all(JOB),
          Kind.CONFIG_MAP, all(CONFIG_MAP),
          Kind.NODEWRIGHT, all(NODEWRIGHT),
          Kind.DEPLOYMENT_POLICY, all(POLICY),
          Kind.LEASE, all(LEASE),
          Kind.POD, all(List.<Member<Pod>>of()));

  /// All members of a kind that patches may touch.
  @SuppressWarnings("unchecked") // each list is that of its kind
  static <T extends HasMetadata> List<Member<T>> of(Kind<T> kind) {
    List<?> members = BY_KIND.get(kind);
    if (members == null) {
      throw new IllegalStateException("no such kind: " + kind);
    }
    return (List<Member<T>>) members;
  }

  private static <T extends HasMetadata> List<Member<T>> all(List<Member<T>> own) {
    return Stream.concat(Member.<T>metadata().stream(), own.stream()).toList();
  }

  private static <T extends HasMetadata> List<Member<T>> metadata() {
    return List.of(
        meta("uid", ObjectMeta::getUid, (meta, value) -> meta.setUid(text(value))),
        meta(
            "resourceVersion",
            ObjectMeta::getResourceVersion,
            (meta, value) -> meta.setResourceVersion(text(value))),
        meta(
            "annotations",
            meta -> ownOrNull(meta.getAnnotations()),
            (meta, value) -> meta.setAnnotations(texts(value))),
        meta(
            "labels",
            meta -> ownOrNull(meta.getLabels()),
            (meta, value) -> meta.setLabels(texts(value))),
        meta(
            "finalizers",
            ObjectMeta::getFinalizers,
            (meta, value) ->
                meta.setFinalizers(value == null ? List.of() : JSON.convertValue(value, LIST))),
        meta(
            "ownerReferences",
            ObjectMeta::getOwnerReferences,
            (meta, value) ->
                meta.setOwnerReferences(
                    value == null ? List.of() : JSON.convertValue(value, OWNERS))));
  }

  /// An empty map is stored as an absent one.
  private static @Nullable Map<String, String> ownOrNull(@Nullable Map<String, String> map) {
    return Absent.map(map).isEmpty() ? null : map;
  }

  /// An empty list is stored as an absent one.
  private static <V> @Nullable List<V> listOrNull(@Nullable List<V> list) {
    return Absent.list(list).isEmpty() ? null : list;
  }

  private static <T extends HasMetadata> Member<T> meta(
      String name,
      Function<ObjectMeta, @Nullable Object> read,
      BiConsumer<ObjectMeta, @Nullable JsonNode> write) {
    return new Member<>(
        List.of("metadata", name),
        object -> read.apply(object.getMetadata()),
        (object, value) -> write.accept(object.getMetadata(), value));
  }

  private static <T> Member<T> member(
      String path, Function<T, @Nullable Object> read, BiConsumer<T, @Nullable JsonNode> write) {
    return new Member<>(List.of(path.split("/")), read, write);
  }

  private static Member<Job> job(
      String name,
      Function<JobSpec, @Nullable Object> read,
      BiConsumer<JobSpec, @Nullable JsonNode> write) {
    return member(
        "spec/" + name,
        job -> read.apply(job.getSpec()),
        (job, value) -> {
          JobSpec spec = Specs.copy(job.getSpec());
          write.accept(spec, value);
          job.setSpec(spec);
        });
  }

  private static NodeSpec spec(Node node) {
    return node.getSpec() == null ? new NodeSpec() : node.getSpec();
  }

  private static NodeStatus status(Node node) {
    return node.getStatus() == null ? new NodeStatus() : node.getStatus();
  }

  private static void cordon(Node node, @Nullable JsonNode value) {
    NodeSpec spec = Specs.copy(spec(node));
    boolean cordoned = value != null && value.asBoolean();
    spec.setUnschedulable(cordoned ? true : null);
    node.setSpec(spec);
  }

  private static void taint(Node node, @Nullable JsonNode value) {
    NodeSpec spec = Specs.copy(spec(node));
    spec.setTaints(value == null ? List.of() : JSON.convertValue(value, TAINTS));
    node.setSpec(spec);
  }

  private static void setConditions(Node node, @Nullable JsonNode value) {
    NodeStatus status = Specs.copy(status(node));
    status.setConditions(value == null ? List.of() : JSON.convertValue(value, CONDITIONS));
    node.setStatus(status);
  }

  private static @Nullable String text(@Nullable JsonNode value) {
    return value == null ? null : value.asString();
  }

  private static @Nullable Boolean flag(@Nullable JsonNode value) {
    return value == null ? null : value.asBoolean();
  }

  private static @Nullable Integer number(@Nullable JsonNode value) {
    return value == null ? null : value.asInt();
  }

  private static Map<String, String> texts(@Nullable JsonNode value) {
    return value == null ? new LinkedHashMap<>() : JSON.convertValue(value, TEXTS);
  }

  private static <V> @Nullable V typed(@Nullable JsonNode value, Class<V> type) {
    return value == null ? null : JSON.treeToValue(value, type);
  }
}
