package io.nodewright.sandbox.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Real reviews of real tokens, and series of a real process (contract 08 §9).
@Tag("sandbox")
class OperatorMetricsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// A remark on the ending of a gauge's name.
  private static final Pattern SUFFIX =
      Pattern.compile(
          "(nodewright|skyhook)_\\w+_count non-histogram and non-summary metrics should not have"
              + " \"_count\" suffix");

  private static final String IDLE =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: idle}
      spec: {nodeSelectors: {matchLabels: {no: node}}}
      """;

  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox = Sandbox.start(SandboxOptions.in(folder.path()));

  OperatorMetricsTest() throws IOException {}

  @AfterEach
  void close() {
    sandbox.close();
    folder.close();
  }

  @Test
  @DisplayName("O18 O19 an account reads once its role is bound, and sees a NodeWright come and go")
  void scraped() throws Exception {
    sandbox.installKinds();
    String token = Reader.token(sandbox);
    String address = OperatorProcess.freeAddress();
    try (OperatorProcess operator =
            OperatorProcess.start(
                sandbox, "nodewright.local/agent:0.21.0", Map.of("METRICS_PORT", address));
        Scraper scraper = new Scraper(address)) {
      until("the operator is ready", operator::ready);
      until("metrics are served", () -> scraper.scrape("").status() != 0);
      assertEquals(401, scraper.scrape("").status());
      assertEquals(401, scraper.scrape("nobody's").status());
      assertEquals(403, scraper.scrape(token).status());

      sandbox.apply(Reader.ROLE);
      until("the refusal is forgotten", () -> scraper.scrape(token).status() == 200);
      until(
          "it leads",
          () ->
              scraper
                  .scrape(token)
                  .tells("leader_election_master_status{name=\"3c22c1ae.nvidia.com\"} 1"));
      assertTrue(scraper.scrape(token).tells("jvm_"));
      assertTrue(scraper.scrape(token).tells("rest_client_requests_total{"));
      assertFalse(scraper.scrape(token).tells("nodewright_"));

      sandbox.apply(IDLE);
      until(
          "the NodeWright has its series",
          () -> scraper.scrape(token).tells("nodewright_status{nodewright_name=\"idle\""));
      assertTrue(scraper.scrape(token).tells("skyhook_status{skyhook_name=\"idle\""));
      assertTrue(scraper.scrape(token).tells("operator_pass_duration_seconds_count"));
      assertTrue(scraper.scrape(token).tells("workqueue_depth{name=\"passes\"}"));
      assertAcceptable(scraper.scrape(token).body());

      sandbox
          .client()
          .genericKubernetesResources("nodewright.nvidia.com/v1alpha1", "NodeWright")
          .withName("idle")
          .delete();
      until("its series are gone", () -> gone(scraper.scrape(token)));
    }
  }

  /// Prometheus reads it, and finds fault with nothing but names that are the original's.
  private static void assertAcceptable(String scrape) throws IOException {
    Promtool.Verdict verdict = new Promtool().checkMetrics(scrape);
    assertEquals(
        List.of(),
        verdict
            .said()
            .lines()
            .filter(line -> !line.isBlank() && !SUFFIX.matcher(line).matches())
            .toList(),
        verdict::said);
  }

  private static boolean gone(Scraper.Answer answer) {
    return answer.status() == 200 && !answer.tells("nodewright_") && !answer.tells("skyhook_");
  }

  private static void until(String what, BooleanSupplier holds) {
    Await.until(what, PATIENCE, holds);
  }
}
