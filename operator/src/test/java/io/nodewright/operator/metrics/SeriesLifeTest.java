package io.nodewright.operator.metrics;

import static io.nodewright.operator.metrics.Seen.aCompartment;
import static io.nodewright.operator.metrics.Seen.aNodeWright;
import static io.nodewright.operator.metrics.Seen.named;
import static io.nodewright.operator.metrics.Seen.record;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.status.Status;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// How long series live (contract 08 §9, "Life of a series").
class SeriesLifeTest {

  private static final String VERSIONS = "nodewright_package_stage_count";
  private static final String ROLLOUT = "nodewright_rollout_ceiling";

  private final AtomicBoolean leads = new AtomicBoolean(true);
  private final OperatorMetrics metrics =
      new OperatorMetrics(true, leads::get, "lease", new RequestCounter());

  @Test
  @DisplayName("O18 all series of a deleted NodeWright are gone, those of others stay")
  void deleted() {
    pass(aNodeWright("other"));
    pass(aNodeWright("tuning").wants("kernel", "1.0.0"));
    assertEquals(
        Set.of("other", "tuning"), scrape().values("nodewright_status", "nodewright_name"));

    metrics.gone("tuning");

    assertEquals(Set.of("other"), scrape().values("nodewright_status", "nodewright_name"));
    assertEquals(Set.of("other"), scrape().values("skyhook_status", "skyhook_name"));
    assertEquals(Set.of(), scrape().metrics("nodewright_package"));
  }

  @Test
  @DisplayName("O18 a pass that does not find the NodeWright any more removes its series")
  void notFound() {
    pass(aNodeWright());
    metrics.decided(aNodeWright().fleetWithout(), aNodeWright().decision());
    assertEquals(Set.of(), scrape().metrics("nodewright_"));
  }

  @Test
  @DisplayName("O18 an old version is gone with the last node that records it")
  void version() {
    Seen both =
        aNodeWright()
            .wants("kernel", "2.0.0")
            .node("a", Status.IN_PROGRESS, kernel("2.0.0"))
            .node("b", Status.IN_PROGRESS, kernel("1.0.0"));
    pass(both);
    assertEquals(Set.of("1.0.0", "2.0.0"), scrape().values(VERSIONS, "package_version"));

    pass(both.node("b", Status.IN_PROGRESS, kernel("2.0.0")));
    assertEquals(Set.of("2.0.0"), scrape().values(VERSIONS, "package_version"));
  }

  @Test
  @DisplayName("O18 a package that is uninstalled is gone with the last node that records it")
  void uninstalled() {
    Seen left =
        aNodeWright().uninstalls("kernel", "1.0.0").node("a", Status.IN_PROGRESS, kernel("1.0.0"));
    pass(left);
    assertEquals(Set.of("1.0.0"), scrape().values(VERSIONS, "package_version"));

    pass(left.node("a", Status.COMPLETE));
    assertEquals(Set.of(), scrape().metrics("nodewright_package"));
  }

  @Test
  @DisplayName("O18 while a NodeWright is deleted its packages are gone with the last record")
  void deleting() {
    pass(aNodeWright().deleting().wants("kernel", "1.0.0").node("a", Status.IN_PROGRESS));
    assertEquals(Set.of(), scrape().metrics("nodewright_package"));
  }

  @Test
  @DisplayName(
      "O18 old labels are gone in the pass that sees another policy, compartment, strategy")
  void policy() {
    pass(aNodeWright().compartment("__default__", aCompartment(BatchState.FIRST)));
    assertEquals(Set.of("legacy"), scrape().values(ROLLOUT, "policy_name"));

    pass(
        aNodeWright()
            .policy("careful", fixed(), named("workers", fixed()))
            .compartment("workers", aCompartment(BatchState.FIRST)));
    assertEquals(Set.of("careful"), scrape().values(ROLLOUT, "policy_name"));
    assertEquals(Set.of("workers"), scrape().values(ROLLOUT, "compartment_name"));
    assertEquals(Set.of("fixed"), scrape().values(ROLLOUT, "strategy"));

    pass(
        aNodeWright()
            .policy("careful", fixed(), named("workers", new Strategy.None()))
            .compartment("workers", aCompartment(BatchState.FIRST)));
    assertEquals(Set.of("unknown"), scrape().values(ROLLOUT, "strategy"));
    assertEquals(1, scrape().all(ROLLOUT).size());
  }

  @Test
  @DisplayName("O18 without the lead nothing is said, and what was known is not said again")
  void leadership() {
    pass(aNodeWright());
    leads.set(false);
    assertEquals(Set.of(), scrape().metrics("nodewright_"));
    assertEquals(Set.of(), scrape().metrics("skyhook_"));
    assertEquals("none", scrape().type("nodewright_status"));

    leads.set(true);
    assertEquals(Set.of(), scrape().metrics("nodewright_"));
    pass(aNodeWright());
    assertEquals(1, scrape().all("nodewright_node_target_count").size());
  }

  @Test
  @DisplayName("O18 what is known from an earlier time of leading is not said, scraped or not")
  void leadsAgain() {
    pass(aNodeWright());
    metrics.leadingBegins();
    assertEquals(Set.of(), scrape().metrics("nodewright_"));
  }

  private void pass(Seen seen) {
    metrics.decided(seen.fleet(), seen.decision());
  }

  private Scrape scrape() {
    return Scrape.of(metrics);
  }

  private static Strategy fixed() {
    return new Strategy.Fixed(1, Strategy.Thresholds.DEFAULTS);
  }

  private static PackageRecord kernel(String version) {
    return record("kernel", version, Stage.APPLY, StageState.IN_PROGRESS, 0);
  }
}
