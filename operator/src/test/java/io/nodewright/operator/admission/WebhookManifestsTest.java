package io.nodewright.operator.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of contract 01 §1.
class WebhookManifestsTest {

  private static final String PATH = "-nodewright-nvidia-com-v1alpha1-";

  @Test
  void entriesAreThoseOfTheContract() {
    String yaml = WebhookManifests.yaml("nw", "ns", "hooks");
    assertFalse(yaml.contains("${"), yaml);
    assertFalse(yaml.contains("caBundle:"), yaml);
    List<String> entries = new ArrayList<>();
    List<HasMetadata> all = new KubernetesSerialization().unmarshal(yaml);
    for (HasMetadata each : all) {
      if (each instanceof MutatingWebhookConfiguration mutating) {
        mutating
            .getWebhooks()
            .forEach(
                one ->
                    entries.add(entry(each, one.getName(), one.getClientConfig(), one.getRules())));
      } else if (each instanceof ValidatingWebhookConfiguration validating) {
        validating
            .getWebhooks()
            .forEach(
                one ->
                    entries.add(entry(each, one.getName(), one.getClientConfig(), one.getRules())));
      }
    }
    assertEquals(
        List.of(
            "nw-mutating-webhook mutate-nodewright.nvidia.com ns/hooks/mutate"
                + PATH
                + "nodewright [CREATE, UPDATE] nodewrights",
            "nw-mutating-webhook mutate-deploymentpolicy.nvidia.com ns/hooks/mutate"
                + PATH
                + "deploymentpolicy [CREATE, UPDATE] deploymentpolicies",
            "nw-validating-webhook validate-nodewright.nvidia.com ns/hooks/validate"
                + PATH
                + "nodewright [CREATE, UPDATE] nodewrights",
            "nw-validating-webhook validate-deploymentpolicy.nvidia.com ns/hooks/validate"
                + PATH
                + "deploymentpolicy [CREATE, UPDATE, DELETE] deploymentpolicies"),
        entries);
  }

  private static String entry(
      HasMetadata of, String name, WebhookClientConfig target, List<RuleWithOperations> rules) {
    return "%s %s %s/%s%s %s %s"
        .formatted(
            of.getMetadata().getName(),
            name,
            target.getService().getNamespace(),
            target.getService().getName(),
            target.getService().getPath(),
            rules.getFirst().getOperations(),
            rules.getFirst().getResources().getFirst());
  }
}
