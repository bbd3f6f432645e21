package io.nodewright.api.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.nodewright.api.Yaml;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a user wrote and what an API server 1.34 gives back for it are one text.
class EnvEntriesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: A, value: x} | {\"name\":\"A\",\"value\":\"x\"}",
        "{value: x, name: A} | {\"name\":\"A\",\"value\":\"x\"}",
        "{name: A} | {\"name\":\"A\"}",
        "{name: A, value: ''} | {\"name\":\"A\"}",
        "{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"fieldRef\":{\"apiVersion\":\"v1\","
            + "\"fieldPath\":\"spec.nodeName\"}}}",
        "{name: A, valueFrom: {secretKeyRef: {optional: false, name: s, key: k}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"secretKeyRef\":{\"key\":\"k\",\"name\":\"s\","
            + "\"optional\":false}}}",
        "{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"resourceFieldRef\":{\"divisor\":\"0\","
            + "\"resource\":\"limits.cpu\"}}}",
        "{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1024Ki}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"resourceFieldRef\":{\"divisor\":\"1048576\","
            + "\"resource\":\"limits.memory\"}}}",
        "{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"resourceFieldRef\":{\"divisor\":\"1048576\","
            + "\"resource\":\"limits.memory\"}}}",
        "{name: A, valueFrom: {fileKeyRef: {key: k, path: p, volumeName: v}}}"
            + " | {\"name\":\"A\",\"valueFrom\":{\"fileKeyRef\":{\"key\":\"k\",\"optional\":false,"
            + "\"path\":\"p\",\"volumeName\":\"v\"}}}"
      })
  void isCanonical(String yaml, String expected) {
    EnvVar stored = Yaml.read(EnvVar.class, yaml);
    assertEquals(expected, EnvEntries.read(List.of(stored)).getFirst().definition());
  }
}
