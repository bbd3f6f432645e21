package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.nodewright.cli.console.Failure;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Finds the cluster and the credentials as kubectl does (contract 07 §3): `--kubeconfig`, the
/// files of `KUBECONFIG`, the one at home, the service account of the Pod.
final class Connection {

  private static final Path ACCOUNT =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
  private static final int TRIES_AGAIN = 2;
  private static final int PAUSE_MILLIS = 100;
  private static final int CONCURRENT = 32;

  private Connection() {}

  /// @param bound of one request
  /// @throws Failure that says which file or context is missing or unusable
  static Config find(Target target, String userAgent, Duration bound, Map<String, String> env) {
    List<File> files = files(target, env);
    Config found = files.isEmpty() ? inCluster(target) : read(target, files);
    impersonate(found, files);
    // Not by a builder: the library's would read all kubeconfigs a second time.
    found.setUserAgent(userAgent);
    found.setConnectionTimeout((int) bound.toMillis());
    found.setRequestTimeout((int) bound.toMillis());
    found.setRequestRetryBackoffLimit(TRIES_AGAIN);
    found.setRequestRetryBackoffInterval(PAUSE_MILLIS);
    found.setMaxConcurrentRequests(CONCURRENT);
    found.setMaxConcurrentRequestsPerHost(CONCURRENT);
    return found;
  }

  private static List<File> files(Target target, Map<String, String> env) {
    if (!target.kubeconfig().isEmpty()) {
      File file = new File(target.kubeconfig());
      if (!file.isFile()) {
        throw new Failure("kubeconfig \"" + target.kubeconfig() + "\": no such file");
      }
      return List.of(file);
    }
    String listed = env.getOrDefault("KUBECONFIG", "");
    List<String> names =
        listed.isEmpty()
            ? List.of(Path.of(env.getOrDefault("HOME", "."), ".kube", "config").toString())
            : List.of(listed.split(File.pathSeparator, -1));
    List<File> files = new ArrayList<>();
    for (String name : names) {
      File file = new File(name);
      if (!name.isEmpty() && file.isFile()) { // kubectl skips those that are not there
        files.add(file);
      }
    }
    return files;
  }

  private static Config inCluster(Target target) {
    if (!Files.isReadable(ACCOUNT) || !target.context().isEmpty()) {
      throw new Failure(
          "no kubeconfig found: set KUBECONFIG, pass --kubeconfig, or put one at ~/.kube/config");
    }
    return Config.autoConfigure(null);
  }

  private static Config read(Target target, List<File> files) {
    // The library reads these two where kubectl reads its environment and its flags.
    System.setProperty(
        Config.KUBERNETES_KUBECONFIG_FILE,
        String.join(File.pathSeparator, files.stream().map(File::getPath).toList()));
    Config config;
    try {
      config = Config.autoConfigure(target.context().isEmpty() ? null : target.context());
    } catch (RuntimeException e) {
      throw new Failure(shown(files) + ": not a usable kubeconfig: " + firstLine(e));
    }
    NamedContext current = config.getCurrentContext();
    if (!target.context().isEmpty()
        && (current == null || !target.context().equals(current.getName()))) {
      throw new Failure("context \"" + target.context() + "\" is not in " + shown(files));
    }
    if (current == null) {
      throw new Failure(
          shown(files) + ": no current context; pass --context or set one with kubectl config");
    }
    return config;
  }

  /// The library reads all of a user but on whose behalf to act.
  private static void impersonate(Config config, List<File> files) {
    NamedContext current = config.getCurrentContext();
    if (current == null || current.getContext() == null) {
      return;
    }
    for (File file : files) {
      List<NamedAuthInfo> users = KubeConfigUtils.parseConfig(file).getUsers();
      for (NamedAuthInfo user : users == null ? List.<NamedAuthInfo>of() : users) {
        if (user.getName().equals(current.getContext().getUser()) && user.getUser() != null) {
          impersonate(config, user);
          return;
        }
      }
    }
  }

  private static void impersonate(Config config, NamedAuthInfo user) {
    String as = user.getUser().getAs();
    if (as == null || as.isEmpty()) {
      return;
    }
    config.setImpersonateUsername(as);
    List<String> groups = user.getUser().getAsGroups();
    config.setImpersonateGroups(groups == null ? new String[0] : groups.toArray(String[]::new));
    Map<String, List<String>> extra = user.getUser().getAsUserExtra();
    config.setImpersonateExtras(extra == null ? Map.of() : new TreeMap<>(extra));
  }

  private static String shown(List<File> files) {
    return "kubeconfig \""
        + String.join(File.pathSeparator, files.stream().map(File::getPath).toList())
        + "\"";
  }

  /// What it all began with.
  static Throwable deepest(Throwable e) {
    Throwable deepest = e;
    for (Throwable next = e.getCause(); next != null; next = next.getCause()) {
      deepest = next;
    }
    return deepest;
  }

  static String firstLine(Throwable e) {
    Throwable deepest = deepest(e);
    String text = String.valueOf(deepest.getMessage() == null ? deepest : deepest.getMessage());
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
