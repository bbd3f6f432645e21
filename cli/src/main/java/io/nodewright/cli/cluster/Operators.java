package io.nodewright.cli.cluster;

import io.nodewright.cli.console.Console;
import io.nodewright.cli.console.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where the operator is (contract 07 §5). Looked for when first asked, once.
public final class Operators {

  private static final String DEFAULT = "nodewright";
  private static final String LEGACY = "skyhook";
  private static final String LABEL = "control-plane%3Dcontroller-manager";

  private final ApiServer api;
  private final Console console;
  private final String given;
  private @Nullable Found found;

  /// @param given value of `--namespace`; empty when it was not given
  public Operators(ApiServer api, Console console, String given) {
    this.api = api;
    this.console = console;
    this.given = given;
  }

  private record Found(String namespace, List<Deployed> deployments) {}

  /// The namespace that it works in, found or supposed.
  public String namespace() {
    return found().namespace();
  }

  /// Its Deployment, if there is one that can be read.
  public Optional<Deployed> deployment() {
    return found().deployments().stream().findFirst();
  }

  /// Its Deployment.
  ///
  /// @throws Failure CE3, or why it cannot be read
  public Deployed required() {
    Found known = found();
    if (!known.deployments().isEmpty()) {
      return known.deployments().getFirst();
    }
    if (!given.isEmpty()) {
      in(given); // says why, when it may not be read
    }
    throw new Failure("no operator deployment found in namespace \"" + known.namespace() + "\"");
  }

  private Found found() {
    Found known = found;
    if (known == null) {
      known = discover();
      found = known;
      console.detail(
          "operator namespace: "
              + known.namespace()
              + (known.deployments().isEmpty() ? " (no deployment seen)" : ""));
    }
    return known;
  }

  /// The table of contract 07 §5, in its order.
  private Found discover() {
    if (!given.isEmpty()) {
      return new Found(given, readableIn(given)); // step 0
    }
    List<Deployed> usual = readableIn(DEFAULT);
    if (!usual.isEmpty()) {
      return new Found(DEFAULT, usual); // step 1
    }
    List<Deployed> legacy = readableIn(LEGACY);
    if (!legacy.isEmpty()) { // step 2, CN1
      console.note(
          "operator found in legacy namespace \"skyhook\"; new installs default to"
              + " \"nodewright\" (pass --namespace skyhook to hide this note)");
      return new Found(LEGACY, legacy);
    }
    return anywhere(); // steps 3 and 4
  }

  private Found anywhere() {
    List<Deployed> all = new ArrayList<>();
    try {
      all.addAll(list("/apis/apps/v1/deployments"));
    } catch (ApiFailure e) {
      console.detail("deployments of other namespaces are not seen: " + e.line()); // 3a
    }
    TreeMap<String, Deployed> byNamespace = new TreeMap<>();
    all.forEach(each -> byNamespace.putIfAbsent(each.namespace(), each));
    if (byNamespace.isEmpty()) {
      return new Found(DEFAULT, List.of());
    }
    String first = byNamespace.firstKey();
    if (byNamespace.size() > 1) { // CW1
      console.warning(
          "operators found in several namespaces (%s); using \"%s\""
              .formatted(String.join(", ", byNamespace.keySet()), first));
    }
    return new Found(first, List.of(byNamespace.firstEntry().getValue()));
  }

  /// What may not be read counts as not there.
  private List<Deployed> readableIn(String namespace) {
    try {
      return in(namespace);
    } catch (ApiFailure e) {
      if (e.forbidden()) {
        console.detail(e.line());
        return List.of();
      }
      throw e;
    }
  }

  private List<Deployed> in(String namespace) {
    return list("/apis/apps/v1/namespaces/" + ApiServer.encoded(namespace) + "/deployments");
  }

  private List<Deployed> list(String path) {
    List<Deployed> ours = new ArrayList<>();
    for (JsonNode each : api.json(path + "?labelSelector=" + LABEL).path("items")) {
      if (Deployed.isOurs(each)) {
        ours.add(Deployed.of(each));
      }
    }
    return ours;
  }
}
