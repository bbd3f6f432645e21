package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.nodewright.sandbox.image.Image;
import io.nodewright.sandbox.machine.ContainerPlan;
import io.nodewright.sandbox.machine.PlannedMount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Works out how a container of a pod is run.
///
/// @param values its pod
/// @param image its image
/// @param container the container as the pod has it
/// @param environment its variables as the pod has them, resolved
record ContainerPlanning(
    NodeValues values, Image image, Container container, Map<String, String> environment) {

  /// The plan.
  ///
  /// @param own the container's folder as its node sees it
  /// @param ownHere the same folder as this computer sees it
  /// @param volumes the mounts of its volumes
  /// @param log gets its output
  /// @throws IOException when neither pod nor image says what to run
  ContainerPlan plan(String own, Path ownHere, List<PlannedMount> volumes, Path log)
      throws IOException {
    return new ContainerPlan(
        own,
        ownHere,
        image.layers(),
        image.ground() != Image.Ground.NOTHING,
        !Boolean.TRUE.equals(values.pod().getSpec().getHostPID()),
        mounts(own, volumes),
        variables(),
        Objects.requireNonNullElse(container.getWorkingDir(), image.config().folder()),
        user(),
        command(),
        log);
  }

  private List<PlannedMount> mounts(String own, List<PlannedMount> volumes) {
    List<PlannedMount> mounts = new ArrayList<>();
    if (image.ground() == Image.Ground.USR_AND_JDK) {
      mounts.add(new PlannedMount(PlannedMount.Kind.FOLDER, "/run/sandbox/jdk", "/opt/java", true));
    }
    mounts.addAll(volumes);
    mounts.add(
        new PlannedMount(
            PlannedMount.Kind.FILE,
            own + "/termination-log",
            Objects.requireNonNullElse(
                container.getTerminationMessagePath(), "/dev/termination-log"),
            false));
    return mounts;
  }

  private Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>(image.config().environment());
    all.put("HOSTNAME", hostName());
    all.putAll(environment);
    return all;
  }

  private String hostName() {
    var pod = values.pod();
    return Boolean.TRUE.equals(pod.getSpec().getHostNetwork())
        ? pod.getSpec().getNodeName()
        : pod.getMetadata().getName();
  }

  private List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    boolean ownCommand = !container.getCommand().isEmpty();
    boolean ownArguments = !container.getArgs().isEmpty();
    command.addAll(ownCommand ? expanded(container.getCommand()) : image.config().entrypoint());
    if (ownArguments) {
      command.addAll(expanded(container.getArgs()));
    } else if (!ownCommand) {
      command.addAll(image.config().command());
    }
    if (command.isEmpty()) {
      throw new IOException("no command specified");
    }
    return command;
  }

  private List<String> expanded(List<String> words) {
    return words.stream().map(word -> Environment.expand(word, environment)).toList();
  }

  private String user() {
    SecurityContext own = container.getSecurityContext();
    var shared = values.pod().getSpec().getSecurityContext();
    Long user =
        own != null && own.getRunAsUser() != null
            ? own.getRunAsUser()
            : shared == null ? null : shared.getRunAsUser();
    Long group =
        own != null && own.getRunAsGroup() != null
            ? own.getRunAsGroup()
            : shared == null ? null : shared.getRunAsGroup();
    return user == null && group == null
        ? ""
        : "%d:%d"
            .formatted(Objects.requireNonNullElse(user, 0L), Objects.requireNonNullElse(group, 0L));
  }
}
