package io.nodewright.operator.metrics;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the API server: whose token it is, and whether that one may `get` the path (08 §9.1).
final class ClusterReviews implements Reviews {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterReviews.class);

  private final KubernetesClient client;
  private final String path;
  private final AtomicBoolean told = new AtomicBoolean();

  /// @param client whose requests are short
  /// @param path what is to be read
  ClusterReviews(KubernetesClient client, String path) {
    this.client = client;
    this.path = path;
  }

  @Override
  public Access review(String token) {
    try {
      Access access = ask(token);
      told.set(false);
      return access;
    } catch (KubernetesClientException e) {
      // Once for as long as it lasts: a scraper comes back every few seconds.
      (told.getAndSet(true) ? LOG.atDebug() : LOG.atWarn())
          .addKeyValue("error", e.getMessage())
          .log("whether metrics may be read cannot be asked: nobody may until it can");
      return Access.UNDECIDED;
    }
  }

  private Access ask(String token) {
    TokenReview whose =
        client
            .tokenReviews()
            .create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build());
    if (!Boolean.TRUE.equals(whose.getStatus().getAuthenticated())) {
      return Access.UNKNOWN_READER;
    }
    UserInfo user = whose.getStatus().getUser();
    SubjectAccessReview may =
        client
            .authorization()
            .v1()
            .subjectAccessReview()
            .create(
                new SubjectAccessReviewBuilder()
                    .withNewSpec()
                    .withUser(user.getUsername())
                    .withUid(user.getUid())
                    .withGroups(user.getGroups())
                    .withExtra(user.getExtra())
                    .withNewNonResourceAttributes(path, "get")
                    .endSpec()
                    .build());
    return may.getStatus().getAllowed() ? Access.GRANTED : Access.DENIED;
  }
}
