package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the operator may do, against what it did: nothing refused, and nothing granted in vain but
/// what is on a list that says why.
///
/// @param cluster where
/// @param excused the file with grants that no run uses, one a line before a `#` and its reason
public record Permissions(RealCluster cluster, Path excused) {
  private static final String USER =
      "system:serviceaccount:" + Install.NAMESPACE + ":" + Install.MANAGER;

  /// Looks for refusals; before the uninstall, which takes the roles away under the operator's
  /// feet.
  public void nothingRefused() throws IOException {
    List<String> refused = AuditLog.of(cluster.auditLog(), USER).refused();
    Wrong.unless(
        refused.isEmpty(), "the API server refused the operator: " + String.join("; ", refused));
  }

  /// Compares what was used, the uninstall included, with what was granted.
  ///
  /// @param granted what [#granted] gave before the uninstall
  /// @return what was seen, in a sentence
  public String check(SortedSet<Grant> granted) throws IOException {
    AuditLog log = AuditLog.of(cluster.auditLog(), USER);
    SortedSet<String> all = names(granted);
    SortedSet<String> unused = new TreeSet<>(all);
    unused.removeAll(names(log.used()));
    SortedSet<String> stale = new TreeSet<>(excuses());
    stale.removeAll(all);
    Wrong.unless(stale.isEmpty(), excused + " has what is not granted: " + stale);
    SortedSet<String> surprising = new TreeSet<>(unused);
    surprising.removeAll(excuses());
    Wrong.unless(surprising.isEmpty(), "granted and never used: " + surprising);
    return "%d of %d grants used, %d excused, nothing refused"
        .formatted(all.size() - unused.size(), all.size(), unused.size());
  }

  /// What `kubectl auth can-i --list` says of the operator's account.
  public String list() throws IOException {
    return new ChildProcess(
            List.of(
                cluster.kubectl().toString(),
                "--kubeconfig=" + cluster.kubeconfig(),
                "--cache-dir=" + cluster.folder().resolve("kubectl"),
                "auth",
                "can-i",
                "--list",
                "--as=" + USER,
                "--namespace=" + Install.NAMESPACE))
        .run();
  }

  /// All that the chart's roles grant the operator now.
  public SortedSet<Grant> granted() {
    List<PolicyRule> rules = new ArrayList<>();
    var rbac = cluster.client().rbac();
    rules.addAll(rbac.clusterRoles().withName("nodewright-manager-role").get().getRules());
    for (String role : List.of("nodewright-manager-role", "nodewright-leader-election-role")) {
      rules.addAll(rbac.roles().inNamespace(Install.NAMESPACE).withName(role).get().getRules());
    }
    SortedSet<Grant> grants = new TreeSet<>();
    for (PolicyRule rule : rules) {
      for (String group : rule.getApiGroups()) {
        for (String resource : rule.getResources()) {
          rule.getVerbs().forEach(verb -> grants.add(new Grant(group, resource, verb)));
        }
      }
    }
    return grants;
  }

  private static SortedSet<String> names(SortedSet<Grant> grants) {
    SortedSet<String> names = new TreeSet<>();
    grants.forEach(grant -> names.add(grant.toString()));
    return names;
  }

  private List<String> excuses() throws IOException {
    return Files.readAllLines(excused).stream()
        .map(line -> line.replaceAll("#.*$", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
