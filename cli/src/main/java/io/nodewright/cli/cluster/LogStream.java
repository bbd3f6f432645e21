package io.nodewright.cli.cluster;

import io.nodewright.cli.cluster.PackagePods.PodOfPackage;
import io.nodewright.cli.cluster.PackagePods.StepContainer;
import io.nodewright.cli.console.Console;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Prints logs of containers, one after the other or as they come (C30).
public final class LogStream {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final ApiServer api;
  private final Console console;
  private final int tail;

  /// @param tail lines of each container; -1 for all
  public LogStream(ApiServer api, Console console, int tail) {
    this.api = api;
    this.console = console;
    this.tail = tail;
  }

  private record Stream(PodOfPackage pod, StepContainer container) {
    String key() {
      return pod.uid() + "/" + container.name();
    }
  }

  /// All that was printed until now.
  public void print(List<PodOfPackage> pods) {
    List<Stream> streams = begun(pods);
    waiting(pods, new HashSet<>());
    for (Stream stream : streams) {
      if (streams.size() > 1) {
        console.result(
            "==> %s/%s [%s] <=="
                .formatted(stream.pod().node(), stream.pod().name(), stream.container().name()));
      }
      try {
        console.text(ended(new String(api.get(path(stream, "")), StandardCharsets.UTF_8)));
      } catch (ApiFailure e) {
        lost(stream, e);
      }
    }
  }

  /// What was printed and what is, until no Job of the package is unfinished.
  public void follow(PackagePods pods, PackagePods.Wanted wanted) {
    Set<String> known = new HashSet<>();
    Set<String> told = new HashSet<>();
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      while (true) {
        boolean unfinished = pods.running(wanted); // before the pods: none is missed then
        List<PodOfPackage> found = pods.find(wanted);
        boolean prefixed = found.stream().mapToInt(pod -> pod.containers().size()).sum() > 1;
        waiting(found, told);
        for (Stream stream : begun(found)) {
          if (known.add(stream.key())) {
            running.add(threads.submit(() -> follow(stream, prefixed)));
          }
        }
        if (!unfinished && running.stream().allMatch(Future::isDone)) {
          return;
        }
        Thread.sleep(LOOK_AGAIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow(Stream stream, boolean prefixed) {
    String prefix =
        prefixed ? "[%s/%s] ".formatted(stream.pod().node(), stream.container().name()) : "";
    try {
      api.lines(
          path(stream, "&follow=true"),
          line -> {
            console.result(prefix + line);
            console.flush();
            return true;
          });
    } catch (ApiFailure e) {
      lost(stream, e);
    }
  }

  private static List<Stream> begun(List<PodOfPackage> pods) {
    List<Stream> streams = new ArrayList<>();
    for (PodOfPackage pod : pods) {
      for (StepContainer container : pod.containers()) {
        if (container.begun()) {
          streams.add(new Stream(pod, container));
        }
      }
    }
    return streams;
  }

  private void waiting(List<PodOfPackage> pods, Set<String> told) {
    for (PodOfPackage pod : pods) {
      for (StepContainer container : pod.containers()) {
        String line =
            "%s/%s [%s] has not started: %s"
                .formatted(pod.node(), pod.name(), container.name(), container.waits());
        if (!container.begun() && !container.waits().isEmpty() && told.add(line)) {
          console.say(line);
        }
      }
    }
  }

  /// A pod may go while it is read.
  private void lost(Stream stream, ApiFailure e) {
    console.warning(
        "%s/%s [%s]: %s"
            .formatted(
                stream.pod().node(), stream.pod().name(), stream.container().name(), e.line()));
  }

  private String path(Stream stream, String more) {
    return "/api/v1/namespaces/%s/pods/%s/log?container=%s%s%s"
        .formatted(
            stream.pod().namespace(),
            stream.pod().name(),
            ApiServer.encoded(stream.container().name()),
            tail < 0 ? "" : "&tailLines=" + tail,
            more);
  }

  private static String ended(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }
}
