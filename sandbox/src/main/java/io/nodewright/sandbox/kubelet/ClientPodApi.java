package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.sandbox.request.ApiRequests;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A kubelet's requests to a real API server.
final class ClientPodApi implements PodApi {
  private static final Logger LOG = LoggerFactory.getLogger(ClientPodApi.class);
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int INVALID = 422;
  private static final Pattern ANOTHER_UID = Pattern.compile("\\bUID\\b", Pattern.CASE_INSENSITIVE);

  private final ApiRequests requests;

  /// Sends through `requests`.
  ClientPodApi(ApiRequests requests) {
    this.requests = requests;
  }

  @Override
  public Answer writeStatus(Pod pod, PodStatus status) {
    // The uid makes the write fail when another pod has taken the name.
    Map<String, Object> patch =
        Map.of("metadata", Map.of("uid", pod.getMetadata().getUid()), "status", status);
    return meaning(pod, requests.patch(path(pod) + "/status", ApiRequests.STRATEGIC_MERGE, patch));
  }

  @Override
  public Answer remove(Pod pod) {
    return meaning(
        pod,
        requests.delete(
            path(pod),
            new DeleteOptionsBuilder()
                .withGracePeriodSeconds(0L)
                .withNewPreconditions(null, pod.getMetadata().getUid())
                .build()));
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/%s/pods/%s"
        .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
  }

  private static Answer meaning(Pod pod, ApiRequests.Answer answer) {
    return switch (answer.status()) {
      case NOT_FOUND -> Answer.GONE;
      // Also what a write is told that lost to others again and again; another pod it is only then.
      case CONFLICT ->
          ANOTHER_UID.matcher(answer.problem()).find() ? Answer.GONE : Answer.TRY_AGAIN;
      case INVALID -> {
        LOG.atWarn()
            .addKeyValue("pod", pod.getMetadata().getName())
            .log("the API server refuses a status: {}", answer.problem());
        yield Answer.GONE;
      }
      default -> answer.taken() ? Answer.DONE : Answer.TRY_AGAIN;
    };
  }
}
