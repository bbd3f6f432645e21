package io.nodewright.sandbox.chart;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// Does for the chart's hooks what a kubelet would: runs their scripts, as their accounts, on this
/// computer, and reports how they ended. The Job controller does the rest.
final class HookRunner implements Watcher<Pod>, AutoCloseable {

  private final Sandbox sandbox;
  private final Path kubectl;
  private final Path home;
  private final Map<String, Process> running = new ConcurrentHashMap<>();
  private final Map<String, Path> outputs = new ConcurrentSkipListMap<>();
  private final Watch watch;

  /// @param kubectl the folder that has it
  /// @param home a folder of its own
  HookRunner(Sandbox sandbox, String namespace, Path kubectl, Path home) throws IOException {
    this.sandbox = sandbox;
    this.kubectl = kubectl;
    this.home = Files.createDirectories(home);
    watch =
        sandbox
            .client()
            .pods()
            .inNamespace(namespace)
            .withLabel("app.kubernetes.io/component", "hook")
            .watch(this);
  }

  /// What the last hook of that Job said; empty when none ran.
  String said(String job) throws IOException {
    Path output = outputs.get(job);
    return output == null ? "" : Files.readString(output);
  }

  @Override
  public void eventReceived(Action action, Pod pod) {
    String name = pod.getMetadata().getName();
    if (action == Action.ADDED && "Pending".equals(pod.getStatus().getPhase())) {
      Thread.ofVirtual().start(() -> run(pod));
    } else if (action == Action.DELETED || pod.getMetadata().getDeletionTimestamp() != null) {
      Process process = running.remove(name);
      if (process != null) {
        process.destroy();
      }
    }
  }

  @Override
  public void onClose(WatcherException cause) {
    throw new IllegalStateException("the watch of hooks broke", cause);
  }

  @Override
  public void close() {
    watch.close();
    running.values().forEach(Process::destroyForcibly);
  }

  private void run(Pod pod) {
    String name = pod.getMetadata().getName();
    String namespace = pod.getMetadata().getNamespace();
    try {
      Path tmp = Files.createDirectories(home.resolve(name));
      Path output = tmp.resolve("output");
      outputs.put(pod.getMetadata().getOwnerReferences().getFirst().getName(), output);
      Container container = pod.getSpec().getContainers().getFirst();
      List<String> command = new ArrayList<>(container.getCommand());
      container.getArgs().forEach(each -> command.add(each.replace("/tmp/", tmp + "/")));
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().put("PATH", kubectl + ":/usr/bin:/bin");
      builder.environment().put("HOME", tmp.toString());
      builder
          .environment()
          .put(
              "KUBECONFIG",
              AccountKubeconfig.write(sandbox, namespace, pod.getSpec().getServiceAccountName())
                  .toString());
      Process process = builder.start();
      running.put(name, process);
      int status = process.waitFor();
      if (running.remove(name) != null) {
        report(namespace, name, status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void report(String namespace, String name, int status) {
    sandbox
        .client()
        .pods()
        .inNamespace(namespace)
        .withName(name)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\":{\"phase\":\"%s\"}}".formatted(status == 0 ? "Succeeded" : "Failed"));
  }
}
