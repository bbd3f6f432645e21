package io.nodewright.operator.permissions;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.ServiceReference;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.Keys;
import java.util.List;

/// Asks the API server what this process may do. Nothing is stored by that, and every account may
/// ask.
final class SelfReviews {

  private final KubernetesClient client;

  SelfReviews(KubernetesClient client) {
    this.client = client;
  }

  /// Whether this process has the right.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException when there is no answer
  boolean allows(Right right) {
    int slash = right.resource().indexOf('/');
    SelfSubjectAccessReview asked =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withGroup(right.group())
            .withResource(slash < 0 ? right.resource() : right.resource().substring(0, slash))
            .withSubresource(slash < 0 ? null : right.resource().substring(slash + 1))
            .withVerb(right.verb())
            .withNamespace(right.namespace().isEmpty() ? null : right.namespace())
            .withName(right.name().isEmpty() ? null : right.name())
            .endResourceAttributes()
            .endSpec()
            .build();
    SelfSubjectAccessReview answer =
        client.authorization().v1().selfSubjectAccessReview().create(asked);
    return answer.getStatus() != null && Boolean.TRUE.equals(answer.getStatus().getAllowed());
  }

  /// Names of the labelled validating configurations that call the Service.
  List<String> validating(String namespace, String service) {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withLabel(Keys.WEBHOOK_CONFIG)
        .list()
        .getItems()
        .stream()
        .filter(
            each ->
                each.getWebhooks().stream()
                    .anyMatch(entry -> calls(entry.getClientConfig(), namespace, service)))
        .map(each -> each.getMetadata().getName())
        .toList();
  }

  /// Names of the labelled mutating configurations that call the Service.
  List<String> mutating(String namespace, String service) {
    return client
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withLabel(Keys.WEBHOOK_CONFIG)
        .list()
        .getItems()
        .stream()
        .filter(
            each ->
                each.getWebhooks().stream()
                    .anyMatch(entry -> calls(entry.getClientConfig(), namespace, service)))
        .map(each -> each.getMetadata().getName())
        .toList();
  }

  private static boolean calls(WebhookClientConfig entry, String namespace, String service) {
    ServiceReference called = entry.getService();
    return called != null
        && namespace.equals(called.getNamespace())
        && service.equals(called.getName());
  }
}
