package io.nodewright.api.admission;

import static io.nodewright.api.admission.AdmissionRows.NODE_WRIGHT;
import static io.nodewright.api.admission.AdmissionRows.POLICY;
import static io.nodewright.api.admission.AdmissionRows.foo;
import static io.nodewright.api.admission.AdmissionRows.row;

/// 01 §6.3, packages aside.
final class SpecRows {

  private static final String MIRRORED = "nodewright.nvidia.com/mirrored-from";
  private static final String EXCLUSIVE =
      "deploymentPolicy and interruptionBudget are mutually exclusive";

  private SpecRows() {}

  static void add(AdmissionRows rows) {
    budgets(rows);
    durations(rows);
    selectors(rows);
    policies(rows);
    names(rows);
  }

  private static void budgets(AdmissionRows rows) {
    rows.refused(
        "V1",
        "interruptionBudget: {percent: 10, count: 5}",
        "both percent and count can not be set at the same time",
        "spec.interruptionBudget");
    rows.accepted("V1", "interruptionBudget: {percent: 10}");
    rows.accepted("V1", "interruptionBudget: {percent: 10, count: null}");
    rows.accepted("V1", "interruptionBudget: {}");
    for (String budget : new String[] {"count: 1", "percent: 5"}) {
      rows.refused(
          "V2 R23",
          "deploymentPolicy: there, interruptionBudget: {%s}".formatted(budget),
          EXCLUSIVE,
          "spec.deploymentPolicy");
    }
    rows.accepted("V2 R23", "deploymentPolicy: there, interruptionBudget: {}");
    rows.accepted("V2 R23", "deploymentPolicy: there");
    rows.accepted("V2 R23", "deploymentPolicy: '', interruptionBudget: {count: 1}");
  }

  private static void durations(AdmissionRows rows) {
    rows.refused(
        "V3",
        "drainConfig: {timeout: -1s}",
        "drainConfig.timeout must be greater than or equal to 0",
        "spec.drainConfig.timeout");
    rows.accepted("V3", "drainConfig: {timeout: 0s}");
    rows.accepted("V3", "drainConfig: {timeout: -0s}");
    rows.accepted("V3", "drainConfig: {timeout: null}");
    rows.refused(
        "V4",
        "drainConfig: {gracePeriod: -5s}",
        "drainConfig.gracePeriod must be greater than or equal to 0",
        "spec.drainConfig.gracePeriod");
    rows.accepted("V4", "drainConfig: {gracePeriod: 0s}");
    for (String bad : new String[] {"10 minutes", "'10'", "1d", "''"}) {
      rows.refused(
          "V26",
          "drainConfig: {timeout: %s}".formatted(bad),
          "is not a duration",
          "spec.drainConfig.timeout");
    }
    rows.refused(
        "V26",
        "drainConfig: {gracePeriod: '5'}",
        "is not a duration",
        "spec.drainConfig.gracePeriod");
    for (String good : new String[] {"1h30m", "90s", "'0'", "1.5h", "+1ms", "5µs"}) {
      rows.accepted("V26", "drainConfig: {timeout: %s}".formatted(good));
    }
  }

  private static void selectors(AdmissionRows rows) {
    String pods = "pod non-interrupt labels are not valid";
    rows.refused(
        "V6",
        "podNonInterruptLabels: {matchExpressions: [{key: a, operator: In}]}",
        pods,
        "spec.podNonInterruptLabels");
    rows.accepted(
        "V6", "podNonInterruptLabels: {matchExpressions: [{key: a, operator: In, values: [x]}]}");
    String nodes = "node selectors are not valid";
    String[] bad = {
      "matchLabels: {bad key: x}",
      "matchLabels: {key: bad value}",
      "matchLabels: {Bad_Prefix/key: x}",
      "matchLabels: {%s: x}".formatted("a".repeat(64)),
      "matchExpressions: [{key: a, operator: Among, values: [x]}]",
      "matchExpressions: [{key: a, operator: NotIn, values: []}]",
      "matchExpressions: [{key: a, operator: Exists, values: [x]}]",
      "matchExpressions: [{key: a b, operator: Exists}]",
      "matchExpressions: [{key: a, operator: In, values: [-x]}]"
    };
    for (String selector : bad) {
      rows.refused("V5", "nodeSelectors: {" + selector + "}", nodes, "spec.nodeSelectors");
    }
    rows.accepted("V5", "nodeSelectors: {matchLabels: {key: x, example.com/pool: ''}}");
    rows.accepted("V5", "nodeSelectors: {matchExpressions: [{key: a, operator: DoesNotExist}]}");
    rows.accepted("V5", "nodeSelectors: {}");
  }

  private static void policies(AdmissionRows rows) {
    String missing = "deploymentPolicy \"nope\" not found";
    rows.refused("V22", "deploymentPolicy: nope", missing, "spec.deploymentPolicy");
    rows.accepted("V22", "deploymentPolicy: " + POLICY);
    rows.accepted("V22", "deploymentPolicy: ''");
    rows.add(
        row(
            "V22",
            "an update to a policy that is not there",
            NODE_WRIGHT,
            "deploymentPolicy: there",
            "deploymentPolicy: nope",
            missing,
            "spec.deploymentPolicy"));
    rows.add(
        row(
            "V22",
            "an update that leaves a missing policy in place",
            NODE_WRIGHT,
            "deploymentPolicy: nope",
            "deploymentPolicy: nope, serial: true",
            "",
            ""));
  }

  private static void names(AdmissionRows rows) {
    String tooLong = "a".repeat(51);
    rows.add(
        row(
                "V28",
                "a name of 51 characters",
                NODE_WRIGHT,
                null,
                "",
                "metadata.name must be no more than 50 characters",
                "metadata.name")
            .called(tooLong));
    rows.add(
        row("V28", "a name of 50 characters", NODE_WRIGHT, null, "", "", "")
            .called("a".repeat(50)));
    rows.add(
        row("V28", "a longer name of a mirrored object", NODE_WRIGHT, null, "", "", "")
            .called("b".repeat(51))
            .annotated(MIRRORED));
    rows.add(
        row("V28", "an update of a longer name", NODE_WRIGHT, "", "serial: true", "", "")
            .called("c".repeat(51)));
    rows.add(
        row("V7", "a name equal to its key, mirrored", NODE_WRIGHT, null, foo("name: foo"), "", "")
            .annotated(MIRRORED));
  }
}
