package io.nodewright.api.admission;

import static io.nodewright.api.admission.AdmissionRows.NODE_WRIGHT;
import static io.nodewright.api.admission.AdmissionRows.foo;
import static io.nodewright.api.admission.AdmissionRows.row;

/// 01 §6.3, packages.
final class PackageRows {

  private static final String FOO = "spec.packages.foo";
  private static final String ALL_FOUR =
      "if any resource override is set, all of cpuRequest, cpuLimit, memoryRequest, memoryLimit must be set";

  private PackageRows() {}

  static void add(AdmissionRows rows) {
    names(rows);
    configInterrupts(rows);
    images(rows);
    versions(rows);
    resources(rows);
    uninstallsAndBounds(rows);
    dependencies(rows);
  }

  private static void names(AdmissionRows rows) {
    String explicit = "Do not explicitly set the name in the package's definition";
    rows.refused("V7", foo("name: bar"), explicit, FOO + ".name");
    rows.refused("V7", foo("name: foo"), explicit, FOO + ".name");
    rows.accepted("V7", foo("interrupt: {type: noop}"));
    rows.add(
        row(
            "V7",
            "a name that the stored object has",
            NODE_WRIGHT,
            foo("name: foo"),
            foo("name: foo, stageTimeout: 5m"),
            "",
            ""));
    rows.add(
        row(
            "V7",
            "a name that the stored object does not have",
            NODE_WRIGHT,
            foo("stageTimeout: 1m"),
            foo("name: foo"),
            explicit,
            FOO + ".name"));
    for (String key : new String[] {"pkg1", "a", "a".repeat(44), "-ab", "Ab"}) {
      rows.refused(
          "V8",
          "packages: {%s: {version: 1.0.0, image: r/p}}".formatted(key),
          "package name [%s] is not valid. must match [".formatted(key),
          "spec.packages");
    }
    for (String key : new String[] {"pkg-one", "ab", "a".repeat(43)}) {
      rows.accepted("V8", "packages: {%s: {version: 1.0.0, image: r/p}}".formatted(key));
    }
  }

  private static void configInterrupts(AdmissionRows rows) {
    rows.refused(
        "V9",
        foo("configMap: {a: x}, configInterrupts: {b: {type: noop}}"),
        "error config interrupt for key that doesn't exist: b",
        FOO);
    rows.refused(
        "V9",
        foo("configInterrupts: {b: {type: noop}}"),
        "error config interrupt for key that doesn't exist: b",
        FOO);
    rows.accepted("V9", foo("configMap: {a: x}, configInterrupts: {a: {type: noop}}"));
    rows.refused(
        "V10",
        foo("configMap: {x.sh: x}, configInterrupts: {'*.conf': {type: noop}}"),
        "error config interrupt glob \"*.conf\" does not match any configMap keys",
        FOO);
    rows.refused(
        "V10",
        foo("configMap: {xsh: x}, configInterrupts: {'*.sh': {type: noop}}"),
        "error config interrupt glob \"*.sh\" does not match any configMap keys",
        FOO);
    rows.accepted("V10", foo("configMap: {x.sh: x}, configInterrupts: {'*.sh': {type: noop}}"));
    rows.accepted("V10", foo("configMap: {x.sh: x}, configInterrupts: {'*': {type: noop}}"));
  }

  private static void images(AdmissionRows rows) {
    String digest = "r/p@sha256:" + "0".repeat(64);
    rows.refused("V11", image(digest), "contains an inline digest", FOO + ".image");
    rows.refused("V11", image("r/p@"), "contains an inline digest", FOO + ".image");
    rows.accepted("V11", foo("containerSHA: 'sha256:%s'".formatted("0".repeat(64))));
    rows.refused("V12", image("r/p:1.0.0"), "contains an inline tag '1.0.0'", FOO + ".image");
    rows.refused("V12", image("r/p:"), "contains an inline tag ''", FOO + ".image");
    rows.accepted("V12", image("localhost:5000/org/p"));
  }

  private static void versions(AdmissionRows rows) {
    for (String version :
        new String[] {"2024/07/06", "2024.07.6", "01.2.3", "latest", "1.2.3.4", "1.0-rc1", ""}) {
      rows.refused(
          "V13",
          version(version),
          "error version string for foo is invalid: " + version,
          FOO + ".version");
    }
    for (String version :
        new String[] {"2024.7.6", "v1.2.3", "1.2", "1", "1.2.3-rc.1", "1.0.0-0a", "0.0.0"}) {
      rows.accepted("V13", version(version));
    }
  }

  private static void resources(AdmissionRows rows) {
    String path = FOO + ".resources";
    String memory = "memoryRequest: 1Mi, memoryLimit: 1Mi";
    rows.refused("V14", foo("resources: {cpuLimit: 1}"), ALL_FOUR, path);
    rows.refused(
        "V14",
        foo("resources: {cpuRequest: 0, cpuLimit: 1, %s}".formatted(memory)),
        ALL_FOUR,
        path);
    rows.accepted("V14", foo("resources: {}"));
    rows.accepted("V14", foo("resources: {cpuLimit: '0'}"));
    rows.accepted("V14", foo("resources: {cpuRequest: 100m, cpuLimit: 1, %s}".formatted(memory)));
    rows.refused(
        "V15",
        foo("resources: {cpuRequest: 1, cpuLimit: 500m, %s}".formatted(memory)),
        "cpuLimit (500m) must be >= cpuRequest (1)",
        path);
    rows.refused(
        "V15",
        foo("resources: {cpuRequest: 1, cpuLimit: 1, memoryRequest: 1Gi, memoryLimit: 1023Mi}"),
        "memoryLimit (1023Mi) must be >= memoryRequest (1Gi)",
        path);
    rows.accepted("V15", foo("resources: {cpuRequest: 1, cpuLimit: 1000m, %s}".formatted(memory)));
    rows.refused(
        "V16",
        foo("resources: {cpuRequest: 1, cpuLimit: 1, memoryRequest: -1Mi, memoryLimit: 1Mi}"),
        "all resource values must be positive",
        path);
    rows.accepted(
        "V16",
        foo("resources: {cpuRequest: 1, cpuLimit: 1, memoryRequest: 1Mi, memoryLimit: 1Mi}"));
    rows.refused(
        "V26",
        foo("resources: {cpuRequest: 1e1.5, cpuLimit: 1, %s}".formatted(memory)),
        "is not a quantity",
        path);
    rows.accepted("V26", foo("resources: {cpuRequest: 1e0, cpuLimit: 1e1, %s}".formatted(memory)));
  }

  private static void uninstallsAndBounds(AdmissionRows rows) {
    rows.refused(
        "V17",
        foo("uninstall: {apply: true}"),
        "uninstall.apply requires uninstall.enabled to be true",
        FOO + ".uninstall");
    rows.accepted("V17", foo("uninstall: {enabled: true, apply: true}"));
    rows.accepted("V17", foo("uninstall: {enabled: true}"));
    rows.refused(
        "V18",
        foo("stageTimeout: -1m"),
        "stageTimeout must be greater than or equal to 0",
        FOO + ".stageTimeout");
    rows.accepted("V18", foo("stageTimeout: '0'"));
    rows.refused(
        "V26", foo("stageTimeout: 10 minutes"), "is not a duration", FOO + ".stageTimeout");
    rows.accepted("V26", foo("stageTimeout: 10m"));
    rows.refused(
        "V26", foo("gracefulShutdown: '5'"), "is not a duration", FOO + ".gracefulShutdown");
    rows.refused(
        "V27",
        foo("gracefulShutdown: -1s"),
        "gracefulShutdown must be greater than or equal to 0",
        FOO + ".gracefulShutdown");
    rows.accepted("V27", foo("gracefulShutdown: 0s"));
  }

  private static void dependencies(AdmissionRows rows) {
    rows.refused(
        "V19",
        two("dependsOn: {aa: ''}", ""),
        "DependsOn version is empty for [aa]",
        "spec.packages");
    rows.accepted("V19", two("dependsOn: {aa: 1.0.0}", ""));
    rows.refused(
        "V20",
        two("dependsOn: {aa: 1.0.1}", ""),
        "error graph is not valid, missing: [aa|1.0.1]",
        "spec.packages");
    rows.refused(
        "V20",
        two("dependsOn: {zz: 1.0.0}", ""),
        "error graph is not valid, missing: [zz|1.0.0]",
        "spec.packages");
    rows.accepted("V20", two("dependsOn: {aa: 1.0.0}", ""));
    rows.refused(
        "V21",
        two("dependsOn: {aa: 1.0.0}", "dependsOn: {bb: 1.0.0}"),
        "error graph is not valid, cycle: [aa|1.0.0 bb|1.0.0]",
        "spec.packages");
    rows.refused(
        "V21",
        foo("dependsOn: {foo: 1.0.0}"),
        "error graph is not valid, cycle: [foo|1.0.0]",
        "spec.packages");
    rows.accepted("V21", two("dependsOn: {aa: 1.0.0}", ""));
  }

  /// Packages `bb` and `aa`, with those members.
  private static String two(String ofB, String ofA) {
    return "packages: {bb: {version: 1.0.0, image: r/p, %s}, aa: {version: 1.0.0, image: r/p, %s}}"
        .formatted(ofB, ofA);
  }

  private static String image(String image) {
    return "packages: {foo: {version: 1.0.0, image: '%s'}}".formatted(image);
  }

  private static String version(String version) {
    return "packages: {foo: {version: '%s', image: r/p}}".formatted(version);
  }
}
