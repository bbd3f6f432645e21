package io.nodewright.operator.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.nodewright.operator.logs.JsonLogs;
import io.nodewright.operator.settings.LogLevel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DroppedFieldsTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final DroppedFields fields = new DroppedFields();

  @BeforeEach
  void listen() {
    JsonLogs.install(LogLevel.WARN, written);
  }

  @AfterEach
  void backToStderr() {
    JsonLogs.install(LogLevel.WARN, System.err);
  }

  @Test
  @DisplayName("O36 fields that do not come back are named, once for all Jobs")
  void droppedFieldsAreNamedOnce() {
    Job stripped =
        new JobBuilder(whole())
            .editSpec()
            .withPodFailurePolicy(null)
            .withPodReplacementPolicy(null)
            .withSuspend(null)
            .endSpec()
            .build();

    fields.look(whole(), stripped);
    fields.look(whole(), stripped);

    assertEquals(1, said().lines().count(), said());
    for (String field : new String[] {"podReplacementPolicy", "podFailurePolicy", "suspend"}) {
      assertTrue(said().contains(field), said());
    }
  }

  @Test
  @DisplayName("O36 nothing is said of a Job that came back whole")
  void aWholeJobIsSilent() {
    fields.look(whole(), new JobBuilder(whole()).editSpec().withSuspend(false).endSpec().build());

    assertEquals("", said());
  }

  private String said() {
    return written.toString(StandardCharsets.UTF_8);
  }

  private static Job whole() {
    return new JobBuilder()
        .withNewMetadata()
        .withName("stage")
        .endMetadata()
        .withNewSpec()
        .withPodReplacementPolicy("Failed")
        .withNewPodFailurePolicy()
        .endPodFailurePolicy()
        .endSpec()
        .build();
  }
}
