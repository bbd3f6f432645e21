package io.nodewright.operator.permissions;

import io.nodewright.operator.certificates.CertificateSource;
import io.nodewright.operator.leadership.Leadership;
import io.nodewright.operator.settings.OperatorSettings;
import java.util.ArrayList;
import java.util.List;

/// Of the tables of contract 08 §7 what the operator does, as far as the settings ask for it. The
/// chart grants exactly these.
public final class NeededGrants {

  private static final String CORE = "";
  private static final String OURS = "nodewright.nvidia.com";
  private static final String ADMISSION = "admissionregistration.k8s.io";
  private static final String MANAGER = "manager-role";
  private static final String ELECTION = "leader-election-role";

  private final String namespace;
  private final List<Grant> all = new ArrayList<>();

  private NeededGrants(String namespace) {
    this.namespace = namespace;
  }

  /// All of them.
  ///
  /// @param validating names of the validating webhook configurations that call us
  /// @param mutating names of the mutating ones
  public static List<Grant> of(
      OperatorSettings settings, List<String> validating, List<String> mutating) {
    NeededGrants needed = new NeededGrants(settings.namespace());
    needed.everywhere();
    needed.atHome();
    if (settings.leaderElection()) {
      needed.home(
          "coordination.k8s.io", "leases", List.of(), ELECTION, "no replica leads", "create");
      needed.home(
          "coordination.k8s.io",
          "leases",
          List.of(Leadership.LEASE),
          ELECTION,
          "no replica leads",
          "get",
          "patch");
    }
    if (settings.webhooks()) {
      needed.admission(settings, validating, mutating);
    }
    return List.copyOf(needed.all);
  }

  private void everywhere() {
    cluster(CORE, "nodes", "nothing is rolled out", "get", "list", "watch", "patch");
    cluster(CORE, "nodes/status", "nodes lack the conditions of their NodeWrights", "patch");
    cluster(CORE, "pods", "nodes are not drained", "get", "list", "watch", "delete");
    cluster(CORE, "pods/eviction", "nodes are not drained", "create");
    for (String group : List.of(CORE, "events.k8s.io")) {
      cluster(group, "events", "events are lost", "create");
    }
    cluster(OURS, "nodewrights", "nothing is rolled out", "get", "list", "watch", "patch");
    cluster(OURS, "nodewrights/status", "no status is written", "patch");
    cluster(OURS, "nodewrights/finalizers", "Jobs and ConfigMaps cannot be owned", "update");
    cluster(OURS, "deploymentpolicies", "nothing is rolled out", "get", "list", "watch");
    String metrics = "nobody can read the metrics";
    cluster("authentication.k8s.io", "tokenreviews", metrics, "create");
    cluster("authorization.k8s.io", "subjectaccessreviews", metrics, "create");
  }

  private void atHome() {
    String[] six = {"get", "list", "watch", "create", "patch", "delete"};
    home("batch", "jobs", List.of(), MANAGER, "no stage runs", six);
    home(CORE, "configmaps", List.of(), MANAGER, "packages lack their configuration", six);
  }

  private void admission(
      OperatorSettings settings, List<String> validating, List<String> mutating) {
    boolean own = settings.certificateSource() == CertificateSource.OPERATOR;
    String use = "the webhooks are not ready, and writes of NodeWrights are refused";
    String validations = "validatingwebhookconfigurations";
    String mutations = "mutatingwebhookconfigurations";
    cluster(ADMISSION, validations, use, "list", "watch");
    cluster(ADMISSION, mutations, use, "list", "watch");
    List<String> secret = List.of(settings.webhookSecret());
    if (!own) {
      home(CORE, "secrets", secret, MANAGER, use, "get", "list", "watch");
      return;
    }
    home(CORE, "secrets", List.of(), MANAGER, use, "create");
    home(CORE, "secrets", secret, MANAGER, use, "get", "list", "watch", "update");
    named(validations, validating, use);
    named(mutations, mutating, use);
  }

  private void named(String resource, List<String> names, String use) {
    if (!names.isEmpty()) {
      all.add(new Grant(ADMISSION, resource, List.of("update"), "", names, MANAGER, use));
    }
  }

  private void cluster(String group, String resource, String use, String... verbs) {
    all.add(new Grant(group, resource, List.of(verbs), "", List.of(), MANAGER, use));
  }

  private void home(
      String group, String resource, List<String> names, String role, String use, String... verbs) {
    all.add(new Grant(group, resource, List.of(verbs), namespace, names, role, use));
  }
}
