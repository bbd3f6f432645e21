package io.nodewright.sandbox.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Where the variables of a container come from.
class EnvironmentTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("tune")
          .withNamespace("nodewright")
          .withUid("u-1")
          .withLabels(Map.of("stage", "apply"))
          .endMetadata()
          .withNewSpec()
          .withNodeName("node-1")
          .endSpec()
          .build();

  @Test
  void laterEntriesWinAndMayReferToEarlierOnes() throws ConfigurationMissing {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("A")
            .withValue("1")
            .endEnv()
            .addNewEnv()
            .withName("B")
            .withValue("$(A)-$(MISSING)-$$(A)")
            .endEnv()
            .addNewEnv()
            .withName("A")
            .withValue("2")
            .endEnv()
            .build();
    assertEquals(Map.of("A", "2", "B", "1-$(MISSING)-$(A)"), resolved(container));
  }

  @Test
  void fieldsOfThePodAndItsNode() throws ConfigurationMissing {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("NODE")
            .withNewValueFrom()
            .withNewFieldRef(null, "spec.nodeName")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("STAGE")
            .withNewValueFrom()
            .withNewFieldRef(null, "metadata.labels['stage']")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("IP")
            .withNewValueFrom()
            .withNewFieldRef(null, "status.hostIP")
            .endValueFrom()
            .endEnv()
            .build();
    assertEquals(
        Map.of("NODE", "node-1", "STAGE", "apply", "IP", "198.18.0.2"), resolved(container));
  }

  @Test
  void limitsInUnitsRoundedUp() throws ConfigurationMissing {
    Container container =
        new ContainerBuilder()
            .withNewResources()
            .addToLimits("cpu", new Quantity("1500m"))
            .addToLimits("memory", new Quantity("64Mi"))
            .endResources()
            .addNewEnv()
            .withName("CPU")
            .withNewValueFrom()
            .withNewResourceFieldRef()
            .withResource("limits.cpu")
            .endResourceFieldRef()
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("MEMORY")
            .withNewValueFrom()
            .withNewResourceFieldRef()
            .withResource("limits.memory")
            .withDivisor(new Quantity("1Mi"))
            .endResourceFieldRef()
            .endValueFrom()
            .endEnv()
            .build();
    assertEquals(Map.of("CPU", "2", "MEMORY", "64"), resolved(container));
  }

  @Test
  void keysOfConfigMapsAndSecrets() throws ConfigurationMissing {
    Container container =
        new ContainerBuilder()
            .addNewEnvFrom()
            .withPrefix("ALL_")
            .withNewConfigMapRef("profile", false)
            .endEnvFrom()
            .addNewEnv()
            .withName("TOKEN")
            .withNewValueFrom()
            .withNewSecretKeyRef("key", "token", false)
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("MAYBE")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("other", "profile", true)
            .endValueFrom()
            .endEnv()
            .build();
    assertEquals(Map.of("ALL_mode", "fast", "TOKEN", "s3"), resolved(container));
  }

  @Test
  void aMissingKeyIsNamed() {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("X")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("other", "profile", false)
            .endValueFrom()
            .endEnv()
            .build();
    ConfigurationMissing missing =
        assertThrows(ConfigurationMissing.class, () -> resolved(container));
    assertEquals("couldn't find key other in ConfigMap nodewright/profile", missing.getMessage());
  }

  private static Map<String, String> resolved(Container container) throws ConfigurationMissing {
    return new Environment(new NodeValues(POD, "198.18.0.2"), new FewObjects()).of(container);
  }

  /// A cluster with one ConfigMap and one Secret.
  private static final class FewObjects implements ClusterData {
    @Override
    public Optional<Map<String, byte[]>> configMap(String namespace, String name) {
      return name.equals("profile") ? Optional.of(data("mode", "fast")) : Optional.empty();
    }

    @Override
    public Optional<Map<String, byte[]>> secret(String namespace, String name) {
      return name.equals("token") ? Optional.of(data("key", "s3")) : Optional.empty();
    }

    @Override
    public Optional<byte[]> serviceAccountToken(String namespace, String account) {
      return Optional.empty();
    }

    private static Map<String, byte[]> data(String key, String value) {
      return Map.of(key, value.getBytes(StandardCharsets.UTF_8));
    }
  }
}
