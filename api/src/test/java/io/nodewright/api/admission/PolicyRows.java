package io.nodewright.api.admission;

import static io.nodewright.api.admission.AdmissionRows.DEPLOYMENT_POLICY;
import static io.nodewright.api.admission.AdmissionRows.row;

/// 01 §6.6, creates and updates.
final class PolicyRows {

  private static final String ONE_OF = "exactly one of percent or count must be set";
  private static final String ONE_CLASS =
      "exactly one of fixed, linear, or exponential must be set";

  private final AdmissionRows rows;

  private PolicyRows(AdmissionRows rows) {
    this.rows = rows;
  }

  static void add(AdmissionRows rows) {
    PolicyRows policies = new PolicyRows(rows);
    policies.budgets();
    policies.strategies();
    policies.names();
    policies.selectors();
  }

  private void budgets() {
    refused("V30", "default: {budget: {}}", "default budget: " + ONE_OF, "spec.default");
    refused("V30", "default: {}", "default budget: " + ONE_OF, "spec.default");
    refused(
        "V30",
        "default: {budget: {percent: 5, count: 1}}",
        "default budget: percent and count are mutually exclusive",
        "spec.default");
    refused(
        "V30",
        with("{name: gpu, selector: {}, budget: {}}"),
        "compartment \"gpu\" budget: " + ONE_OF,
        "spec.compartments");
    accepted("V30", "default: {budget: {count: 1}}");
    accepted("V30", "default: {budget: {percent: 5}}");
    accepted("V30", with("{name: gpu, selector: {}, budget: {percent: 5}}"));
  }

  private void strategies() {
    refused(
        "V31",
        "default: {budget: {count: 1}, strategy: {}}",
        "default strategy: " + ONE_CLASS,
        "spec.default");
    refused(
        "V31",
        "default: {budget: {count: 1}, strategy: {fixed: {}, linear: {}}}",
        "default strategy: " + ONE_CLASS,
        "spec.default");
    refused(
        "V31",
        with("{name: gpu, selector: {}, budget: {count: 1}, strategy: {}}"),
        "compartment \"gpu\" strategy: " + ONE_CLASS,
        "spec.compartments");
    accepted("V31", "default: {budget: {count: 1}, strategy: {fixed: {}}}");
    accepted(
        "V31", with("{name: gpu, selector: {}, budget: {count: 1}, strategy: {exponential: {}}}"));
  }

  private void names() {
    refused(
        "V32",
        with("{name: __default__, selector: {}, budget: {count: 1}}"),
        "compartment name \"__default__\" is reserved and cannot be used",
        "spec.compartments");
    accepted("V32", with("{name: default, selector: {}, budget: {count: 1}}"));
    refused(
        "V33",
        with(compartment("gpu", "matchLabels: {t: x}") + ", " + compartment("gpu", "")),
        "compartment name \"gpu\" is not unique",
        "spec.compartments");
    accepted(
        "V33", with(compartment("gpu", "matchLabels: {t: x}") + ", " + compartment("gpu-b", "")));
  }

  private void selectors() {
    String invalid = "compartment \"gpu\" has invalid selector";
    for (String bad :
        new String[] {
          "matchExpressions: [{key: a, operator: In, values: []}]",
          "matchExpressions: [{key: a, operator: Like}]",
          "matchLabels: {bad key: x}"
        }) {
      refused("V34", with(compartment("gpu", bad)), invalid, "spec.compartments");
    }
    accepted("V34", with(compartment("gpu", "matchExpressions: [{key: a, operator: Exists}]")));
    String identical = "compartment \"gpu\" has identical selector to compartment \"sys\"";
    for (String selector :
        new String[] {
          "matchLabels: {t: x}", "", "matchExpressions: [{key: a, operator: In, values: [b, c]}]"
        }) {
      refused(
          "V35",
          with(compartment("sys", selector) + ", " + compartment("gpu", selector)),
          identical,
          "spec.compartments");
    }
    accepted(
        "V35",
        with(
            compartment("sys", "matchLabels: {t: x}")
                + ", "
                + compartment("gpu", "matchLabels: {t: x, u: z}")));
  }

  private static String with(String compartments) {
    return "default: {budget: {count: 1}}, compartments: [" + compartments + "]";
  }

  private static String compartment(String name, String selector) {
    return "{name: %s, selector: {%s}, budget: {count: 1}}".formatted(name, selector);
  }

  private void refused(String rule, String spec, String fragment, String path) {
    rows.add(row(rule, spec, DEPLOYMENT_POLICY, null, spec, fragment, path));
    rows.add(
        row(
            rule,
            "an update to " + spec,
            DEPLOYMENT_POLICY,
            "default: {budget: {count: 3}}",
            spec,
            fragment,
            path));
  }

  private void accepted(String rule, String spec) {
    rows.add(row(rule, spec, DEPLOYMENT_POLICY, null, spec, "", ""));
  }
}
