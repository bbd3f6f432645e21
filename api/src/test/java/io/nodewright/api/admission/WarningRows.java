package io.nodewright.api.admission;

import static io.nodewright.api.admission.AdmissionRows.NODE_WRIGHT;
import static io.nodewright.api.admission.AdmissionRows.foo;
import static io.nodewright.api.admission.AdmissionRows.row;

import org.jspecify.annotations.Nullable;

/// 01 §6.7.
final class WarningRows {

  private static final String ENABLED = "uninstall: {enabled: true}";
  private static final String APPLIED = "uninstall: {enabled: true, apply: true}";

  private final AdmissionRows rows;

  private WarningRows(AdmissionRows rows) {
    this.rows = rows;
  }

  static void add(AdmissionRows rows) {
    WarningRows warnings = new WarningRows(rows);
    warnings.uninstalls();
    warnings.texts();
    warnings.ofTheSpec();
    warnings.interrupts();
  }

  private void uninstalls() {
    String cancelled = "package \"foo\": uninstall cancelled";
    told("W1", "apply taken back", foo(APPLIED), "foo|1.0.0", foo(ENABLED), cancelled);
    told("W1", "the block removed", foo(APPLIED), "foo|1.0.0", foo("env: []"), cancelled);
    told("W1", "apply that stays", foo(APPLIED), "foo|1.0.0", foo(APPLIED + ", env: []"), "");
    told("W1", "a removed package", foo(APPLIED), "", "", "");
    String never = "package \"foo\": uninstall.apply is true before any install";
    told("W2", "apply on create", null, "", foo(APPLIED), never);
    told("W2", "apply turned on where nothing is", foo(ENABLED), "bar|1.0.0", foo(APPLIED), never);
    told("W2", "a new package with apply", "serial: true", "", foo(APPLIED), never);
    told("W2", "apply turned on where it is", foo(ENABLED), "foo|0.9.0", foo(APPLIED), "");
    told("W2", "enabled alone", null, "", foo(ENABLED), "");
    String held = "package \"foo\": version changed while uninstall.apply is true";
    told("W3", "a higher version", foo(APPLIED), "foo|1.0.0", at("2.0.0", APPLIED), held);
    told("W3", "a higher version without apply", foo(ENABLED), "", at("2.0.0", ENABLED), "");
  }

  private void texts() {
    for (String key : new String[] {"a/b", "..", "a b", "a".repeat(254)}) {
      told(
          "W4",
          "the configMap key " + key,
          null,
          "",
          foo("configMap: {'%s': x}".formatted(key)),
          "configMap key \"%s\" is not a valid ConfigMap key".formatted(key));
    }
    told("W4", "the configMap key a.conf", null, "", foo("configMap: {a.conf: x}"), "");
    told("W5", "a version 1.2.3+b1", null, "", at("1.2.3+b1", "env: []"), "build metadata");
    told("W5", "a version 1.2.3-b1", null, "", at("1.2.3-b1", "env: []"), "");
  }

  private void ofTheSpec() {
    told(
        "W6",
        "a policy that is missing already",
        "deploymentPolicy: nope",
        "",
        "deploymentPolicy: nope, serial: true",
        "deploymentPolicy \"nope\" not found");
    told(
        "W6",
        "a policy that is there",
        "deploymentPolicy: there",
        "",
        "deploymentPolicy: there, serial: true",
        "");
    for (String field : new String[] {"autoTaintNewNodes", "runtimeRequiredCordonAfter"}) {
      String alone = field + ": true";
      told("W7", alone, null, "", alone, field + " has no effect unless runtimeRequired is true");
      told("W7", alone + " with runtimeRequired", null, "", alone + ", runtimeRequired: true", "");
    }
  }

  private void interrupts() {
    told(
        "W9",
        "an interrupt added to a package that is complete somewhere",
        foo(ENABLED),
        "foo|1.0.0",
        foo(ENABLED + ", interrupt: {type: reboot}"),
        "package \"foo\": ");
    told(
        "W9",
        "the command that runs it",
        foo(ENABLED),
        "foo|1.0.0",
        foo(ENABLED + ", interrupt: {type: reboot}"),
        "package rerun --stage interrupt");
    told(
        "W9",
        "an interrupt added where nothing is complete",
        foo(ENABLED),
        "bar|1.0.0",
        foo(ENABLED + ", interrupt: {type: reboot}"),
        "");
    told(
        "W9",
        "an interrupt that comes with another version",
        foo(ENABLED),
        "foo|1.0.0",
        at("2.0.0", ENABLED + ", interrupt: {type: reboot}"),
        "");
  }

  private static String at(String version, String more) {
    return "packages: {foo: {version: %s, image: r/p, %s}}".formatted(version, more);
  }

  private void told(
      String rule,
      String words,
      @Nullable String stored,
      String recorded,
      String written,
      String text) {
    rows.add(row(rule, words, NODE_WRIGHT, stored, written, text, "").recording(recorded));
  }
}
