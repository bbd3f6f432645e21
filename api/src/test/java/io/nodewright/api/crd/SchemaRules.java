package io.nodewright.api.crd;

import java.util.ArrayList;
import java.util.List;

/// The rules S1 to S12 that the API server answers from the CRDs alone (01 §6.2), each with objects
/// that it must refuse and neighbours that it must accept.
public final class SchemaRules {

  private static final String SHA_OF_ZEROS = "sha256:" + "0".repeat(64);

  private final List<Row> rows = new ArrayList<>();

  private SchemaRules() {}

  /// One object for the API server.
  ///
  /// @param rule its id, such as `S1`
  /// @param words what is special about the object
  /// @param manifest the object as YAML; its name is unique among the rows
  /// @param refusedAt the field that the refusal must name; empty when it must be accepted
  public record Row(String rule, String words, String manifest, String refusedAt) {
    /// Whether the API server must store it.
    public boolean accepted() {
      return refusedAt.isEmpty();
    }

    @Override
    public String toString() {
      return rule + " " + words + (accepted() ? " is accepted" : " is refused");
    }
  }

  /// The rows in the order of the contract.
  public static List<Row> rows() {
    SchemaRules rules = new SchemaRules();
    rules.specRows();
    rules.packageRows();
    rules.listRows();
    rules.policyRows();
    rules.policyBoundRows();
    return List.copyOf(rules.rows);
  }

  private void specRows() {
    refused("S1", "priority: 0", "spec.priority");
    accepted("S1", "priority: 1");
    refused("S2", "sequencing: global", "spec.sequencing");
    accepted("S2", "sequencing: all");
    accepted("S2", "sequencing: node");
    refused("S3", "interruptionBudget: {percent: 101}", "spec.interruptionBudget.percent");
    refused("S3", "interruptionBudget: {percent: -1}", "spec.interruptionBudget.percent");
    refused("S3", "interruptionBudget: {count: -1}", "spec.interruptionBudget.count");
    accepted("S3", "interruptionBudget: {percent: 0}");
    accepted("S3", "interruptionBudget: {percent: 100}");
    accepted("S3", "interruptionBudget: {count: 0}");
    accepted("S3", "interruptionBudget: {percent: null, count: null}");
  }

  private void packageRows() {
    refused("S4", "packages: {pp: {version: 1.0.0}}", "spec.packages.pp.image");
    refused("S4", "packages: {pp: {image: r/p}}", "spec.packages.pp.version");
    accepted("S4", "packages: {pp: {version: 1.0.0, image: r/p}}");
    refused("S5", "packages: {pp: {version: 1.0.0, image: r/p x}}", "spec.packages.pp.image");
    refused("S5", "packages: {pp: {version: 1.0.0, image: \"\"}}", "spec.packages.pp.image");
    accepted("S5", "packages: {pp: {version: 1.0.0, image: localhost:5000/r/p}}");
    refused("S6", with("containerSHA: sha256:ABC"), "spec.packages.pp.containerSHA");
    refused("S6", with("containerSHA: " + SHA_OF_ZEROS + "0"), "spec.packages.pp.containerSHA");
    accepted("S6", with("containerSHA: " + SHA_OF_ZEROS));
    refused("S7", with("interrupt: {type: restart}"), "spec.packages.pp.interrupt.type");
    refused("S7", with("interrupt: {}"), "spec.packages.pp.interrupt.type");
    refused(
        "S7",
        with("configInterrupts: {a: {type: restart}}"),
        "spec.packages.pp.configInterrupts.a.type");
    refused("S7", with("configInterrupts: {a: {}}"), "spec.packages.pp.configInterrupts.a.type");
    for (String type : List.of("service", "reboot", "noop", "restartAllServices")) {
      accepted("S7", with("interrupt: {type: " + type + "}"));
    }
    refused("S8", with("name: Tuning"), "spec.packages.pp.name");
    refused("S8", with("name: " + "a".repeat(44)), "spec.packages.pp.name");
    accepted("S8", with("name: " + "a".repeat(43)));
    accepted("S8", with("stageTimeout: 10m"));
    refused("S9", with("resources: {cpuLimit: 1 core}"), "spec.packages.pp.resources.cpuLimit");
    refused("S9", with("resources: {memoryLimit: 1MB}"), "spec.packages.pp.resources.memoryLimit");
    accepted("S9", resources("1", "1"));
    accepted("S9", resources("500m", "'1e3'"));
  }

  private void listRows() {
    refused("S10", with("env: [{value: x}]"), "spec.packages.pp.env[0].name");
    refused(
        "S10",
        with("env: [{name: A, valueFrom: {secretKeyRef: {name: s}}}]"),
        "spec.packages.pp.env[0].valueFrom.secretKeyRef.key");
    accepted("S10", with("env: [{name: A, value: x}]"));
    accepted("S10", with("env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]"));
    refused(
        "S10",
        "nodeSelectors: {matchExpressions: [{operator: Exists}]}",
        "spec.nodeSelectors.matchExpressions[0].key");
    refused(
        "S10",
        "podNonInterruptLabels: {matchExpressions: [{key: a}]}",
        "spec.podNonInterruptLabels.matchExpressions[0].operator");
    accepted("S10", "nodeSelectors: {matchExpressions: [{key: a, operator: Exists}]}");
  }

  private void policyRows() {
    refusedPolicy("S11", "{}", "spec.default");
    acceptedPolicy("S11", "{default: {budget: {count: 1}}}");
    String budget = "default: {budget: {count: 1}}";
    refusedPolicy(
        "S11",
        "{" + budget + ", compartments: [{selector: {}, budget: {count: 1}}]}",
        "spec.compartments[0].name");
    refusedPolicy(
        "S11",
        "{" + budget + ", compartments: [{name: \"\", selector: {}, budget: {count: 1}}]}",
        "spec.compartments[0].name");
    refusedPolicy(
        "S11",
        "{" + budget + ", compartments: [{name: a, budget: {count: 1}}]}",
        "spec.compartments[0].selector");
    refusedPolicy(
        "S11",
        "{" + budget + ", compartments: [{name: a, selector: {}}]}",
        "spec.compartments[0].budget");
    acceptedPolicy(
        "S11", "{" + budget + ", compartments: [{name: a, selector: {}, budget: {count: 1}}]}");
    rows.add(new Row("S11", "no spec at all", manifest("DeploymentPolicy", ""), ""));
  }

  private void policyBoundRows() {
    for (String strategy : List.of("fixed", "linear", "exponential")) {
      bounds(strategy, "initialBatch", "0", "1");
      bounds(strategy, "failureThreshold", "0", "1");
      bounds(strategy, "batchThreshold", "0", "1");
      bounds(strategy, "batchThreshold", "101", "100");
      bounds(strategy, "safetyLimit", "0", "1");
      bounds(strategy, "safetyLimit", "101", "100");
    }
    bounds("linear", "delta", "0", "1");
    bounds("exponential", "growthFactor", "1", "2");
    acceptedPolicy(
        "S12", "{default: {budget: {count: 1}, strategy: {fixed: {failureThreshold: null}}}}");
    refusedPolicy("S12", "{default: {budget: {percent: 0}}}", "spec.default.budget.percent");
    refusedPolicy("S12", "{default: {budget: {percent: 101}}}", "spec.default.budget.percent");
    acceptedPolicy("S12", "{default: {budget: {percent: 1}}}");
    refusedPolicy("S12", "{default: {budget: {count: 0}}}", "spec.default.budget.count");
  }

  private void bounds(String strategy, String parameter, String bad, String good) {
    String spec = "{default: {budget: {count: 1}, strategy: {%s: {%s: %s}}}}";
    refusedPolicy(
        "S12",
        spec.formatted(strategy, parameter, bad),
        "spec.default.strategy." + strategy + "." + parameter);
    acceptedPolicy("S12", spec.formatted(strategy, parameter, good));
  }

  /// All four are set, as the schema's further rules ask (V14).
  private static String resources(String cpu, String memory) {
    return with(
        "resources: {cpuRequest: %s, cpuLimit: %s, memoryRequest: %s, memoryLimit: 1Gi}"
            .formatted(cpu, cpu, memory));
  }

  private static String with(String member) {
    return "packages: {pp: {version: 1.0.0, image: r/p, " + member + "}}";
  }

  private void refused(String rule, String spec, String at) {
    rows.add(new Row(rule, spec, manifest("NodeWright", "spec: {" + spec + "}"), at));
  }

  private void accepted(String rule, String spec) {
    refused(rule, spec, "");
  }

  private void refusedPolicy(String rule, String spec, String at) {
    rows.add(new Row(rule, spec, manifest("DeploymentPolicy", "spec: " + spec), at));
  }

  private void acceptedPolicy(String rule, String spec) {
    refusedPolicy(rule, spec, "");
  }

  private String manifest(String kind, String spec) {
    return """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: %s
        metadata: {name: schema-rule-%d}
        %s
        """
        .formatted(kind, rows.size(), spec);
  }
}
