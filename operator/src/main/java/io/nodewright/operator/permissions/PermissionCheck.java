package io.nodewright.operator.permissions;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.operator.settings.OperatorSettings;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks at start for each right of the contract's table, and says which are missing. The process
/// goes on either way: what it may do it does.
public final class PermissionCheck {

  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(PermissionCheck.class);

  private PermissionCheck() {}

  /// Begins the check beside all else; it goes on until the API server has answered.
  public static void begin(KubernetesClient client, OperatorSettings settings) {
    Thread.ofVirtual().name("permissions").start(() -> untilAnswered(client, settings));
  }

  private static void untilAnswered(KubernetesClient client, OperatorSettings settings) {
    try {
      while (true) {
        try {
          tell(missing(needed(new SelfReviews(client), settings), new SelfReviews(client)::allows));
          return;
        } catch (KubernetesClientException e) {
          LOG.atDebug().setCause(e).log("permissions are not known yet");
          Thread.sleep(PAUSE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One line for each grant that is missing, whole or in part.
  ///
  /// @param allows whether the API server allows it
  static List<String> missing(List<Grant> needed, Predicate<Right> allows) {
    List<String> lines = new ArrayList<>();
    for (Grant grant : needed) {
      List<String> verbs =
          grant.verbs().stream().filter(verb -> !allowed(grant, verb, allows)).toList();
      if (!verbs.isEmpty()) {
        lines.add(grant.missing(verbs));
      }
    }
    return lines;
  }

  private static boolean allowed(Grant grant, String verb, Predicate<Right> allows) {
    List<String> names = grant.names().isEmpty() ? List.of("") : grant.names();
    return names.stream()
        .allMatch(
            name ->
                allows.test(
                    new Right(grant.group(), grant.resource(), verb, grant.namespace(), name)));
  }

  private static void tell(List<String> missing) {
    missing.forEach(line -> LOG.error("a permission is missing: {}", line));
    if (missing.isEmpty()) {
      LOG.info("no permission is missing");
    }
  }

  private static List<Grant> needed(SelfReviews reviews, OperatorSettings settings) {
    if (!settings.webhooks()) {
      return NeededGrants.of(settings, List.of(), List.of());
    }
    String namespace = settings.namespace();
    String service = settings.webhookService();
    return NeededGrants.of(
        settings,
        unlessForbidden(() -> reviews.validating(namespace, service)),
        unlessForbidden(() -> reviews.mutating(namespace, service)));
  }

  /// Who may not list them is told so by the check itself.
  private static List<String> unlessForbidden(Supplier<List<String>> names) {
    try {
      return names.get();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return List.of();
      }
      throw e;
    }
  }
}
