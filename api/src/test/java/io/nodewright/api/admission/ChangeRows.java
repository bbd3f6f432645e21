package io.nodewright.api.admission;

import static io.nodewright.api.admission.AdmissionRows.NODE_WRIGHT;
import static io.nodewright.api.admission.AdmissionRows.row;

/// 01 §6.4, a few of its rows for a real API server; `NodeWrightRulesTest` has them all.
final class ChangeRows {

  private static final String ENABLED = "uninstall: {enabled: true}";
  private static final String APPLIED = "uninstall: {enabled: true, apply: true}";

  private ChangeRows() {}

  static void add(AdmissionRows rows) {
    rows.add(
        row(
                "V23",
                "a package dropped while a node records it",
                NODE_WRIGHT,
                at("1.0.0", ENABLED),
                "",
                "set uninstall.apply=true and wait for completion before removing from spec",
                "spec.packages.foo")
            .recording("foo|1.0.0"));
    rows.add(
        row("V23", "one that is gone everywhere", NODE_WRIGHT, at("1.0.0", APPLIED), "", "", "")
            .recording("bar|1.0.0"));
    rows.add(
        row(
                "V24",
                "a lower version before an uninstall",
                NODE_WRIGHT,
                at("2.0.0", ENABLED),
                at("1.0.0", APPLIED),
                "set uninstall.apply=true first",
                "spec.packages.foo.version")
            .recording("foo|2.0.0"));
    rows.add(
        row(
            "V24",
            "a higher version",
            NODE_WRIGHT,
            at("1.0.0", ENABLED),
            at("2.0.0", ENABLED),
            "",
            ""));
    rows.add(
        row(
                "V25",
                "a lower version before its uninstall has ended",
                NODE_WRIGHT,
                at("2.0.0", APPLIED),
                at("1.0.0", APPLIED),
                "uninstall has not yet completed on all nodes",
                "spec.packages.foo.version")
            .recording("foo|2.0.0"));
    rows.add(
        row(
                "V25",
                "a lower version after it",
                NODE_WRIGHT,
                at("2.0.0", APPLIED),
                at("1.0.0", ENABLED),
                "",
                "")
            .recording("bar|1.0.0"));
  }

  private static String at(String version, String more) {
    return "packages: {foo: {version: %s, image: r/p, %s}}".formatted(version, more);
  }
}
