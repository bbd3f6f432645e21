package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.nodewright.api.Names;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.EnvEntries;
import io.nodewright.api.value.Quantities;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the part of a Pod template that is compared with the spec (03 §11.2).
final class JobTemplates {

  private JobTemplates() {}

  /// @param packageName whose volume holds the config files
  static JobTemplate read(PodSpec pod, String packageName) {
    List<Container> init = Absent.list(pod.getInitContainers());
    if (init.isEmpty()) {
      return new JobTemplate(
          List.of(), "", "", List.of(), new Resources.Unset(), Collections.emptySortedSet());
    }
    Container first = init.getFirst();
    boolean interrupt = init.size() == 1;
    Container agent = interrupt ? first : init.get(1);
    return new JobTemplate(
        init.stream().map(each -> Absent.text(each.getName())).toList(),
        interrupt ? mainImage(pod) : Absent.text(first.getImage()),
        Absent.text(agent.getImage()),
        packageEnv(Absent.list(agent.getEnv())),
        resources(first.getResources()),
        configKeys(Absent.list(first.getVolumeMounts()), Names.packageVolume(packageName)));
  }

  private static String mainImage(PodSpec pod) {
    List<Container> main = Absent.list(pod.getContainers());
    return main.isEmpty() ? "" : Absent.text(main.getFirst().getImage());
  }

  /// The entries before the operator's own, which stand last; an entry of the package may have the
  /// name of one of those and stays.
  private static List<EnvEntry> packageEnv(List<EnvVar> all) {
    Set<String> own = new HashSet<>(JobLayout.OPERATOR_VARIABLES);
    int end = all.size();
    while (end > 0 && own.remove(all.get(end - 1).getName())) {
      end--;
    }
    return EnvEntries.read(all.subList(0, end));
  }

  private static Resources resources(@Nullable ResourceRequirements stored) {
    if (stored == null) {
      return new Resources.Unset();
    }
    List<Resources.Amount> amounts = new ArrayList<>();
    amount(stored.getRequests(), "cpu").ifPresent(amounts::add);
    amount(stored.getLimits(), "cpu").ifPresent(amounts::add);
    amount(stored.getRequests(), "memory").ifPresent(amounts::add);
    amount(stored.getLimits(), "memory").ifPresent(amounts::add);
    return amounts.size() == 4
        ? new Resources.Given(amounts.get(0), amounts.get(1), amounts.get(2), amounts.get(3))
        : new Resources.Unset();
  }

  private static Optional<Resources.Amount> amount(
      @Nullable Map<String, Quantity> stored, String resource) {
    return Optional.ofNullable(Absent.map(stored).get(resource))
        .flatMap(quantity -> Quantities.parse(quantity.toString()));
  }

  private static SortedSet<String> configKeys(List<VolumeMount> mounts, String volume) {
    SortedSet<String> keys = new TreeSet<>();
    for (VolumeMount mount : mounts) {
      if (volume.equals(mount.getName()) && mount.getSubPath() != null) {
        keys.add(mount.getSubPath());
      }
    }
    return keys;
  }
}
