package io.nodewright.sandbox.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real API server takes what the chart renders, and grants no more than contract 08 §7 has.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChartOnServerTest {

  private static final String OPERATOR =
      "--as=system:serviceaccount:nodewright:nodewright-controller-manager";

  private final TestFolder folder = new TestFolder();
  private final Helm helm;
  private final Path kubectl;
  private final Sandbox sandbox;

  ChartOnServerTest() throws IOException {
    helm = new Helm(folder.resolve("helm"));
    kubectl = KubeBinaries.of(System.getenv()).provide(KubeProgram.ALL).resolve("kubectl");
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
  }

  @BeforeAll
  void install() throws IOException {
    sandbox.createNamespace("nodewright");
    assertEquals("", apply(false).err());
    // What hooks run cannot be changed, only made again.
    assertEquals(0, kubectl("delete", "jobs", "--all", "-n", "nodewright").status());
  }

  @AfterAll
  void close() {
    sandbox.close();
    folder.close();
  }

  @ParameterizedTest(name = "O1 the API server takes the chart with {0}")
  @CsvSource({
    "useHostNetwork=true",
    "controllerManager.podDisruptionBudget.minAvailable=0",
    "webhook.enable=false",
    "rbac.createSkyhookViewerRole=true",
    "rbac.createSkyhookEditorRole=true",
    "metrics.dashboard.enabled=true",
    "metrics.addServiceAccountBinding=true",
    "imagePullSecret=pull",
    "limitRange=null"
  })
  void isTaken(String value) throws IOException {
    Helm.Result result = apply(true, "--set=" + value);
    assertEquals("", result.err());
    assertEquals(0, result.status(), result.out());
  }

  @ParameterizedTest(name = "O13 O14 may the operator {0} {1} in {2}: {3}")
  @CsvSource({
    "get, secrets/webhook-cert, nodewright, yes",
    "get, secrets/other, nodewright, no",
    "list, secrets, nodewright, no",
    "get, secrets/webhook-cert, default, no",
    "create, jobs.batch, nodewright, yes",
    "create, jobs.batch, default, no",
    "get, pods --subresource=log, nodewright, no",
    "patch, nodes, nodewright, yes",
    "update, nodes, nodewright, no",
    "delete, nodes, nodewright, no",
    "create, pods, nodewright, no",
    "delete, pods, default, yes",
    "create, pods --subresource=eviction, default, yes",
    "create, events.events.k8s.io, default, yes",
    "create, events, default, yes",
    "patch, nodewrights.nodewright.nvidia.com, nodewright, yes",
    "update, nodewrights.nodewright.nvidia.com, nodewright, no",
    "delete, nodewrights.nodewright.nvidia.com, nodewright, no",
    "get, deploymentpolicies.nodewright.nvidia.com, nodewright, yes",
    "create, deploymentpolicies.nodewright.nvidia.com, nodewright, no",
    "update, jobs.batch, nodewright, no",
    "update, secrets/webhook-cert, nodewright, yes",
    "patch, secrets/webhook-cert, nodewright, no",
    "get, leases.coordination.k8s.io/3c22c1ae.nvidia.com, nodewright, yes",
    "get, leases.coordination.k8s.io/other, nodewright, no",
    "delete, leases.coordination.k8s.io/3c22c1ae.nvidia.com, nodewright, no",
    "get, configmaps, default, no"
  })
  void mayDo(String verb, String what, String namespace, String answer) throws IOException {
    List<String> asked = new ArrayList<>(List.of("auth", "can-i", verb));
    asked.addAll(List.of(what.split(" ", -1)));
    asked.addAll(List.of("-n", namespace, OPERATOR));
    Helm.Result result = kubectl(asked.toArray(String[]::new));
    assertEquals(answer, result.out().strip(), result.err());
  }

  @Test
  void hooksHaveAccountsOfTheirOwn() throws IOException {
    Helm.Result result =
        kubectl(
            "auth",
            "can-i",
            "delete",
            "deploymentpolicies.nodewright.nvidia.com",
            "--as=system:serviceaccount:nodewright:nodewright-skyhook-cleanup");
    assertEquals("yes", result.out().strip(), result.err());
  }

  private Helm.Result apply(boolean dry, String... arguments) throws IOException {
    Helm.Result rendered = helm.template("nodewright", "nodewright", List.of(arguments));
    assertEquals(0, rendered.status(), rendered.err());
    Path file = Files.writeString(folder.resolve("chart.yaml"), rendered.out());
    List<String> command =
        new ArrayList<>(List.of("apply", "--server-side", "-f", file.toString()));
    if (dry) {
      command.addAll(List.of("--dry-run=server", "--force-conflicts"));
    }
    return kubectl(command.toArray(String[]::new));
  }

  private Helm.Result kubectl(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(kubectl.toString(), "--kubeconfig=" + sandbox.kubeconfig().toString()));
    command.addAll(List.of(arguments));
    Path err = folder.resolve("kubectl.err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Helm.Result(process.waitFor(), out, withoutRemarks(Files.readString(err)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// `can-i` remarks that nodes have no namespace.
  private static String withoutRemarks(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("Warning: resource 'nodes'"))
        .reduce("", (one, other) -> one + other + "\n");
  }
}
