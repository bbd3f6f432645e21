package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.Names;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/// Builds the two kinds of ConfigMaps that we own (03 §10).
public final class OurConfigMaps {

  private static final JsonMapper JSON = new JsonMapper();

  private final JobSettings settings;

  /// @param settings of the operator that writes
  public OurConfigMaps(JobSettings settings) {
    this.settings = settings;
  }

  /// A package's config files; without any it is there all the same, so that a first one is a
  /// change that can be seen.
  public ConfigMap ofPackage(NodeWrightView owner, PackageSpec spec) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(Names.packageConfigMap(owner.name(), spec.ref()))
        .withNamespace(settings.namespace())
        .withLabels(Map.of(Keys.NAME, owner.name()))
        .withAnnotations(
            Map.of(
                Keys.NAME, owner.name(),
                Keys.PACKAGE_NAME, spec.name(),
                Keys.PACKAGE_VERSION, spec.ref().version()))
        .withOwnerReferences(new Owner(owner.name(), owner.uid()).reference())
        .endMetadata()
        .withData(spec.configMap())
        .build();
  }

  /// What the packages of a NodeWright may know of the node they run on.
  ///
  /// @param packages fingerprint of the packages, kept beside them
  public ConfigMap ofNode(NodeWrightView owner, Node node, String packages) {
    String name = node.getMetadata().getName();
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(Names.metadataConfigMap(owner.name(), name))
        .withNamespace(settings.namespace())
        .withLabels(Map.of(Keys.NODE_METADATA, owner.name()))
        .withAnnotations(
            Map.of(Keys.NAME, owner.name(), Keys.NODE_NAME, name, Keys.PACKAGES, packages))
        .withOwnerReferences(new Owner(owner.name(), owner.uid()).reference())
        .endMetadata()
        .addToData(
            JobLayout.ANNOTATIONS_JSON,
            json(new TreeMap<>(Absent.map(node.getMetadata().getAnnotations()))))
        .addToData(
            JobLayout.LABELS_JSON, json(new TreeMap<>(Absent.map(node.getMetadata().getLabels()))))
        .addToData(JobLayout.PACKAGES_JSON, json(packages(owner)))
        .build();
  }

  /// The tag of the agent's image, else its digest (03 §10.2).
  static String agentVersion(String agentImage) {
    int at = agentImage.indexOf('@');
    String beforeDigest = at < 0 ? agentImage : agentImage.substring(0, at);
    int colon = beforeDigest.lastIndexOf(':');
    if (colon > beforeDigest.lastIndexOf('/')) {
      return beforeDigest.substring(colon + 1);
    }
    return at < 0 ? "" : agentImage.substring(at + 1);
  }

  private SortedMap<String, Object> packages(NodeWrightView owner) {
    SortedMap<String, Object> packages = new TreeMap<>();
    owner.spec().packages().forEach((name, spec) -> packages.put(name, describe(spec)));
    return new TreeMap<>(
        Map.of("agentVersion", agentVersion(settings.agentImage()), "packages", packages));
  }

  private static SortedMap<String, Object> describe(PackageSpec spec) {
    SortedMap<String, Object> members = new TreeMap<>();
    members.put("name", spec.name());
    members.put("version", spec.ref().version());
    members.put("image", spec.image());
    if (!spec.agentImageOverride().isEmpty()) {
      members.put("agentImageOverride", spec.agentImageOverride());
    }
    switch (spec.interrupt()) {
      case Interrupt.None _ -> {}
      case Interrupt.Of interrupt -> members.put("interrupt", describe(interrupt));
    }
    SortedMap<String, Object> byKey = new TreeMap<>();
    spec.configInterrupts().forEach((key, interrupt) -> byKey.put(key, describe(interrupt)));
    if (!byKey.isEmpty()) {
      members.put("configInterrupts", byKey);
    }
    return members;
  }

  private static SortedMap<String, Object> describe(Interrupt.Of interrupt) {
    SortedMap<String, Object> members = new TreeMap<>();
    members.put("type", interrupt.type().word());
    if (!interrupt.services().isEmpty()) {
      members.put("services", interrupt.services());
    }
    return members;
  }

  private static String json(SortedMap<String, ?> members) {
    return JSON.writeValueAsString(members);
  }
}
