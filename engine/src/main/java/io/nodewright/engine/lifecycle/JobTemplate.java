package io.nodewright.engine.lifecycle;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The part of a package Job's Pod template that is compared with the spec (03 §11.2). Two equal
/// templates do the same work; timeouts, tolerations and operator settings are left out on purpose.
///
/// @param initContainers names of the init containers, in order
/// @param packageImage image of the copy container
/// @param agentImage image of the agent's containers
/// @param env the package's environment, without the five operator variables, in order
/// @param resources of the init containers
/// @param configKeys keys of the configMap that are mounted
public record JobTemplate(
    List<String> initContainers,
    String packageImage,
    String agentImage,
    List<EnvEntry> env,
    Resources resources,
    SortedSet<String> configKeys) {

  /// Of a Job that is not there to be read.
  public static final JobTemplate UNKNOWN =
      new JobTemplate(
          List.of(), "", "", List.of(), new Resources.Unset(), Collections.emptySortedSet());

  private static final int LONGEST_CONTAINER_PREFIX = 43;

  /// Copies the collections.
  public JobTemplate {
    initContainers = List.copyOf(initContainers);
    env = List.copyOf(env);
    configKeys = Collections.unmodifiableSortedSet(new TreeSet<>(configKeys));
  }

  /// The template that a package stage has by the spec (03 §8).
  ///
  /// @param operatorAgentImage the agent image where the package names none
  /// @param deliveredKeys keys of the package's ConfigMap as it is: a key that only the spec has is
  ///   held back with its change, and a mount of it would hang the Pod
  public static JobTemplate of(
      PackageSpec spec, Stage stage, String operatorAgentImage, SortedSet<String> deliveredKeys) {
    return new JobTemplate(
        containerNames(spec.name(), stage),
        spec.pulledImage(),
        spec.agentImage(operatorAgentImage),
        spec.env(),
        spec.resources(),
        deliveredKeys);
  }

  /// Names of the copy, work and check containers (03 §8); no hyphen before `check`.
  public static List<String> containerNames(String packageName, Stage stage) {
    String prefix =
        packageName.substring(0, Math.min(packageName.length(), LONGEST_CONTAINER_PREFIX));
    return List.of(
        prefix + "-init", prefix + "-" + stage.word(), prefix + "-" + stage.word() + "check");
  }

  /// Whether a Job with this template does what `wanted` asks. Resources that the spec does not set
  /// are not compared, since a LimitRange may have filled them in (03 §11.2).
  public boolean matches(JobTemplate wanted) {
    boolean sameResources =
        switch (wanted.resources) {
          case Resources.Unset _ -> true;
          case Resources.Given given -> given.equals(resources);
        };
    return sameResources
        && initContainers.equals(wanted.initContainers)
        && packageImage.equals(wanted.packageImage)
        && agentImage.equals(wanted.agentImage)
        && env.equals(wanted.env)
        && configKeys.equals(wanted.configKeys);
  }
}
