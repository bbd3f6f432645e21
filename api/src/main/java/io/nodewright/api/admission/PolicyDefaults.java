package io.nodewright.api.admission;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the mutating webhook fills into a DeploymentPolicy (01 §6.1): the parameters of strategies
/// that are there. It works on the object as it was sent: the schema has not been asked yet, so
/// anything may stand anywhere.
public final class PolicyDefaults {

  /// One operation of a JSON Patch that adds a number.
  ///
  /// @param path where, as a JSON pointer
  /// @param value the default
  public record Addition(String path, int value) {}

  private final List<Addition> found = new ArrayList<>();

  private PolicyDefaults() {}

  /// What is missing in the object, in the order of the fields' paths; empty when nothing is.
  public static List<Addition> missing(JsonNode policy) {
    PolicyDefaults defaults = new PolicyDefaults();
    JsonNode spec = policy.path("spec");
    JsonNode compartments = spec.path("compartments");
    if (compartments.isArray()) {
      for (int i = 0; i < compartments.size(); i++) {
        defaults.strategy(
            compartments.get(i).path("strategy"), "/spec/compartments/" + i + "/strategy");
      }
    }
    defaults.strategy(spec.path("default").path("strategy"), "/spec/default/strategy");
    return List.copyOf(defaults.found);
  }

  private void strategy(JsonNode strategy, String path) {
    parameters(strategy.path("exponential"), path + "/exponential", "growthFactor", 2);
    parameters(strategy.path("fixed"), path + "/fixed", "", 0);
    parameters(strategy.path("linear"), path + "/linear", "delta", 1);
  }

  private void parameters(JsonNode strategy, String path, String own, int value) {
    if (!strategy.isObject()) {
      return;
    }
    parameter(strategy, path, "batchThreshold", 100);
    parameter(strategy, path, "initialBatch", 1);
    parameter(strategy, path, "safetyLimit", 50);
    if (!own.isEmpty()) {
      parameter(strategy, path, own, value);
    }
  }

  private void parameter(JsonNode strategy, String path, String name, int value) {
    JsonNode given = strategy.path(name);
    if (given.isMissingNode() || given.isNull()) {
      found.add(new Addition(path + "/" + name, value));
    }
  }
}
