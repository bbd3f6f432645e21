package io.nodewright.operator.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// The webhook configurations as the API server has them: which entries call us, and whom they
/// trust. Ours are the entries that call our Service, in a configuration with our label; no other
/// entry is ever changed (O12).
final class WebhookTrust {

  private final KubernetesClient client;
  private final CertificateIdentity identity;

  WebhookTrust(KubernetesClient client, CertificateIdentity identity) {
    this.client = client;
    this.identity = identity;
  }

  /// What was seen.
  ///
  /// @param bundles the trust of each of our entries, as text; empty where nothing is trusted yet
  /// @param othersHere whether a labelled entry calls another Service of our namespace
  record Seen(List<String> bundles, boolean othersHere) {
    Seen {
      bundles = List.copyOf(bundles);
    }

    /// Whether a new certificate is ours to make: not while all that is called here is another
    /// Service, whose pods would make theirs in turn (O9).
    boolean mayMint() {
      return !bundles.isEmpty() || !othersHere;
    }

    /// Whether each of our entries would accept the certificate.
    boolean accepts(ServingCertificate certificate, Instant now) {
      return bundles.stream().allMatch(each -> certificate.vouchedForBy(authorities(each), now));
    }

    /// Every authority that one of our entries trusts, unless it has expired.
    List<X509Certificate> trusted(Instant now) {
      return bundles.stream()
          .flatMap(each -> authorities(each).stream())
          .filter(each -> now.isBefore(each.getNotAfter().toInstant()))
          .distinct()
          .toList();
    }

    private static List<X509Certificate> authorities(String bundle) {
      try {
        return Pem.certificates(bundle.getBytes(StandardCharsets.UTF_8));
      } catch (UnusableCertificate e) {
        return List.of(); // the next injection repairs it
      }
    }
  }

  /// Reads all labelled configurations.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException when they cannot be read
  Seen look() {
    List<String> ours = new ArrayList<>();
    boolean others = false;
    for (WebhookClientConfig each : entries()) {
      if (callsUs(each)) {
        ours.add(bundle(each));
      } else if (each.getService() != null
          && identity.namespace().equals(each.getService().getNamespace())) {
        others = true;
      }
    }
    return new Seen(ours, others);
  }

  /// Makes each of our entries trust exactly this; writes only what differs.
  ///
  /// @param bundle certificates of authorities, as text
  /// @return whether anything was written
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException when one cannot be written; a
  ///   conflict is for the next look
  boolean inject(String bundle) {
    boolean written = false;
    for (ValidatingWebhookConfiguration each : validating()) {
      written |= inject(each, webhooks(each), ValidatingWebhook::getClientConfig, bundle);
    }
    for (MutatingWebhookConfiguration each : mutating()) {
      written |= inject(each, webhooks(each), MutatingWebhook::getClientConfig, bundle);
    }
    return written;
  }

  private <T> boolean inject(
      HasMetadata configuration,
      List<T> webhooks,
      Function<T, WebhookClientConfig> target,
      String bundle) {
    List<WebhookClientConfig> stale =
        webhooks.stream()
            .map(target)
            .filter(Objects::nonNull)
            .filter(each -> callsUs(each) && !bundle(each).equals(bundle))
            .toList();
    if (stale.isEmpty()) {
      return false;
    }
    String encoded = Base64.getEncoder().encodeToString(bundle.getBytes(StandardCharsets.UTF_8));
    stale.forEach(each -> each.setCaBundle(encoded));
    client
        .resource(configuration)
        .lockResourceVersion(configuration.getMetadata().getResourceVersion())
        .update();
    return true;
  }

  private List<WebhookClientConfig> entries() {
    List<WebhookClientConfig> all = new ArrayList<>();
    validating().forEach(each -> webhooks(each).forEach(one -> all.add(one.getClientConfig())));
    mutating().forEach(each -> webhooks(each).forEach(one -> all.add(one.getClientConfig())));
    all.removeIf(Objects::isNull);
    return all;
  }

  private List<ValidatingWebhookConfiguration> validating() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withLabel(Keys.WEBHOOK_CONFIG)
        .list()
        .getItems();
  }

  private List<MutatingWebhookConfiguration> mutating() {
    return client
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withLabel(Keys.WEBHOOK_CONFIG)
        .list()
        .getItems();
  }

  private static List<ValidatingWebhook> webhooks(ValidatingWebhookConfiguration configuration) {
    return Absent.list(configuration.getWebhooks());
  }

  private static List<MutatingWebhook> webhooks(MutatingWebhookConfiguration configuration) {
    return Absent.list(configuration.getWebhooks());
  }

  private boolean callsUs(WebhookClientConfig target) {
    return target.getService() != null
        && identity.service().equals(target.getService().getName())
        && identity.namespace().equals(target.getService().getNamespace());
  }

  private static String bundle(WebhookClientConfig target) {
    try {
      return new String(
          Base64.getDecoder().decode(Absent.text(target.getCaBundle())), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
