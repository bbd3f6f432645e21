package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.InterruptionBudget;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.v1alpha1.UninstallSettings;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.scenario.PackageDraft;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.SpecDraft;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Edits of specs and policies.
final class SpecEdits {

  private final Scenario scenario;
  private final ApiClient client;

  SpecEdits(Scenario scenario, ApiClient client) {
    this.scenario = scenario;
    this.client = client;
  }

  void createAll() {
    scenario.policies().forEach(each -> createPolicy(each.getMetadata().getName()));
    scenario.nodeWrights().forEach(each -> create(each.getMetadata().getName()));
  }

  void changeVersion(Deed.ChangeVersion edit) {
    packages(
        edit.nodeWright(),
        packages -> {
          packages.computeIfPresent(
              edit.name(), (_, of) -> PackageDraft.of(of).version(edit.version()).definition());
          packages.replaceAll(
              (_, of) ->
                  Absent.map(of.dependsOn()).containsKey(edit.name())
                      ? PackageDraft.of(of)
                          .dependsOn(
                              edges -> {
                                edges.put(edit.name(), edit.version());
                                return edges;
                              })
                          .definition()
                      : of);
          return packages;
        });
  }

  void changeConfig(Deed.ChangeConfig edit) {
    change(
        edit.nodeWright(),
        edit.name(),
        draft ->
            draft.config(
                files -> {
                  if (edit.text().isEmpty()) {
                    files.remove(edit.key());
                  } else {
                    files.put(edit.key(), edit.text());
                  }
                  return files;
                }));
  }

  void changeEnv(Deed.ChangeEnv edit) {
    change(edit.nodeWright(), edit.name(), draft -> draft.env(edit.value()));
  }

  void changeImage(Deed.ChangeImage edit) {
    change(edit.nodeWright(), edit.name(), draft -> draft.image(edit.image()));
  }

  void changeAgentImage(Deed.ChangeAgentImage edit) {
    change(edit.nodeWright(), edit.name(), draft -> draft.agentImage(edit.image()));
  }

  void remove(Deed.RemovePackage edit) {
    packages(
        edit.nodeWright(),
        packages -> {
          packages.remove(edit.name());
          packages.replaceAll(
              (_, of) ->
                  PackageDraft.of(of)
                      .dependsOn(
                          edges -> {
                            edges.remove(edit.name());
                            return edges;
                          })
                      .definition());
          return packages;
        });
  }

  /// Back as it was, without edges: what they name may have moved on.
  void add(Deed.AddPackage edit) {
    PackageDefinition first = atFirst(edit.nodeWright()).get(edit.name());
    if (first == null) {
      return;
    }
    packages(
        edit.nodeWright(),
        packages -> {
          packages.putIfAbsent(
              edit.name(),
              PackageDraft.of(first)
                  .dependsOn(
                      edges -> {
                        edges.clear();
                        return edges;
                      })
                  .definition());
          return packages;
        });
  }

  /// Nothing on a package that has no uninstall.
  void askUninstall(Deed.AskUninstall edit) {
    packages(
        edit.nodeWright(),
        packages -> {
          packages.computeIfPresent(
              edit.name(),
              (_, of) -> {
                UninstallSettings uninstall = of.uninstall();
                return uninstall != null && Absent.flag(uninstall.enabled(), false)
                    ? PackageDraft.of(of).uninstall(true, edit.apply()).definition()
                    : of;
              });
          return packages;
        });
  }

  void delete(String nodeWright) {
    client.delete(Kind.NODEWRIGHT, nodeWright, Deletion.PLAIN);
  }

  void create(String nodeWright) {
    for (NodeWright first : scenario.nodeWrights()) {
      if (first.getMetadata().getName().equals(nodeWright)) {
        NodeWright created = new NodeWright();
        created.setMetadata(new ObjectMetaBuilder().withName(nodeWright).build());
        created.setSpec(first.getSpec());
        client.create(Kind.NODEWRIGHT, created);
      }
    }
  }

  void deletePolicy(String name) {
    client.delete(Kind.DEPLOYMENT_POLICY, name, Deletion.PLAIN);
  }

  void createPolicy(String name) {
    for (DeploymentPolicy first : scenario.policies()) {
      if (first.getMetadata().getName().equals(name)) {
        DeploymentPolicy created = new DeploymentPolicy();
        created.setMetadata(new ObjectMetaBuilder().withName(name).build());
        created.setSpec(first.getSpec());
        client.create(Kind.DEPLOYMENT_POLICY, created);
      }
    }
  }

  void setPolicy(Deed.SetPolicy edit) {
    client.edit(
        Kind.DEPLOYMENT_POLICY,
        edit.policy(),
        Part.OBJECT,
        stored -> {
          stored.setSpec(edit.spec());
          return stored;
        });
  }

  void followPolicy(Deed.FollowPolicy edit) {
    spec(
        edit.nodeWright(),
        from ->
            SpecDraft.withRollout(
                from,
                edit.budget() == 0 ? null : new InterruptionBudget(null, edit.budget()),
                edit.policy(),
                from.deploymentPolicyOptions()));
  }

  void setOrder(Deed.SetOrder edit) {
    spec(edit.nodeWright(), from -> SpecDraft.withOrder(from, edit.priority(), edit.sequencing()));
  }

  void setGate(Deed.SetGate edit) {
    spec(
        edit.nodeWright(),
        from ->
            SpecDraft.withGate(
                from,
                from.additionalTolerations(),
                edit.required(),
                edit.autoTaint(),
                edit.cordonAfter()));
  }

  /// Policies that are gone come back, and nothing is uninstalled for good that others need: those
  /// would wait for ever, as they should (L54).
  void calm() {
    for (NodeWright each : client.list(Kind.NODEWRIGHT)) {
      Map<String, PackageDefinition> packages = Absent.map(each.getSpec().packages());
      packages.values().stream()
          .flatMap(of -> Absent.map(of.dependsOn()).keySet().stream())
          .distinct()
          .filter(name -> asksUninstall(packages.get(name)))
          .forEach(
              name ->
                  askUninstall(new Deed.AskUninstall(each.getMetadata().getName(), name, false)));
    }
    for (DeploymentPolicy first : scenario.policies()) {
      if (client.get(Kind.DEPLOYMENT_POLICY, first.getMetadata().getName()).isEmpty()) {
        createPolicy(first.getMetadata().getName());
      }
    }
  }

  private static boolean asksUninstall(@Nullable PackageDefinition of) {
    return of != null
        && of.uninstall() != null
        && Absent.flag(of.uninstall().enabled(), false)
        && Absent.flag(of.uninstall().apply(), false);
  }

  private Map<String, PackageDefinition> atFirst(String nodeWright) {
    for (NodeWright first : scenario.nodeWrights()) {
      if (first.getMetadata().getName().equals(nodeWright)) {
        return Absent.map(first.getSpec().packages());
      }
    }
    return Map.of();
  }

  private void change(String nodeWright, String name, UnaryOperator<PackageDraft> change) {
    packages(
        nodeWright,
        packages -> {
          packages.computeIfPresent(
              name, (_, of) -> change.apply(PackageDraft.of(of)).definition());
          return packages;
        });
  }

  private void packages(String nodeWright, UnaryOperator<Map<String, PackageDefinition>> change) {
    spec(nodeWright, from -> SpecDraft.withPackages(from, change));
  }

  private void spec(String nodeWright, UnaryOperator<NodeWrightSpec> change) {
    client.edit(
        Kind.NODEWRIGHT,
        nodeWright,
        Part.OBJECT,
        stored -> {
          stored.setSpec(change.apply(stored.getSpec()));
          return stored;
        });
  }
}
