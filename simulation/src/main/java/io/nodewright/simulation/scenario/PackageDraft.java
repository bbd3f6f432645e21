package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.nodewright.api.v1alpha1.InterruptDefinition;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.UninstallSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A package of a spec while it is being written.
public final class PackageDraft {

  private @Nullable String version;
  private @Nullable String image;
  private @Nullable String agentImage;
  private @Nullable InterruptDefinition interrupt;
  private @Nullable Map<String, String> dependsOn;
  private @Nullable Map<String, String> configMap;
  private @Nullable List<EnvVar> env;
  private @Nullable String stageTimeout;
  private @Nullable UninstallSettings uninstall;

  private PackageDraft() {}

  /// A new one.
  public static PackageDraft of(String version, String image) {
    PackageDraft draft = new PackageDraft();
    draft.version = version;
    draft.image = image;
    return draft;
  }

  /// One that is to be changed.
  public static PackageDraft of(PackageDefinition from) {
    PackageDraft draft = new PackageDraft();
    draft.version = from.version();
    draft.image = from.image();
    draft.agentImage = from.agentImageOverride();
    draft.interrupt = from.interrupt();
    draft.dependsOn = from.dependsOn();
    draft.configMap = from.configMap();
    draft.env = from.env();
    draft.stageTimeout = from.stageTimeout();
    draft.uninstall = from.uninstall();
    return draft;
  }

  /// Sets the version.
  public PackageDraft version(String text) {
    version = text;
    return this;
  }

  /// Sets the image.
  public PackageDraft image(String text) {
    image = text;
    return this;
  }

  /// Sets the agent image.
  public PackageDraft agentImage(String text) {
    agentImage = text;
    return this;
  }

  /// Sets the interrupt.
  ///
  /// @param type as in a spec; a `service` restarts one unit
  public PackageDraft interrupt(String type) {
    interrupt = new InterruptDefinition(type, type.equals("service") ? List.of("unit") : null);
    return this;
  }

  /// Changes the dependencies.
  public PackageDraft dependsOn(UnaryOperator<Map<String, String>> change) {
    dependsOn = changed(dependsOn, change);
    return this;
  }

  /// Changes the config files.
  public PackageDraft config(UnaryOperator<Map<String, String>> change) {
    configMap = changed(configMap, change);
    return this;
  }

  /// Sets the one variable of the environment.
  public PackageDraft env(String value) {
    env = List.of(new EnvVar("MODE", value, null));
    return this;
  }

  /// Sets the bound of an attempt.
  public PackageDraft stageTimeout(String text) {
    stageTimeout = text;
    return this;
  }

  /// Sets what is said about the uninstall.
  public PackageDraft uninstall(boolean enabled, boolean apply) {
    uninstall = new UninstallSettings(enabled, apply);
    return this;
  }

  /// The package as it is stored.
  public PackageDefinition definition() {
    return new PackageDefinition(
        null,
        version,
        image,
        null,
        agentImage,
        interrupt,
        dependsOn,
        configMap,
        null,
        env,
        null,
        null,
        stageTimeout,
        uninstall);
  }

  private static @Nullable Map<String, String> changed(
      @Nullable Map<String, String> before, UnaryOperator<Map<String, String>> change) {
    Map<String, String> after =
        change.apply(before == null ? new TreeMap<>() : new TreeMap<>(before));
    return after.isEmpty() ? null : after;
  }
}
