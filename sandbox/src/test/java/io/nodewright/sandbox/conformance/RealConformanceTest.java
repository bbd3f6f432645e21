package io.nodewright.sandbox.conformance;

import io.nodewright.simulation.conformance.Conformance;
import io.nodewright.simulation.conformance.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/// The suite that the simulated cluster keeps to says of Kubernetes what is true: here it runs
/// against the real API server and controllers. All rows at once, since most of them wait.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealConformanceTest {

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final RealCluster cluster;

  RealConformanceTest() throws IOException {
    cluster = new RealCluster(Conformance.rows().size());
  }

  @AfterAll
  void stop() {
    threads.shutdownNow();
    cluster.close();
  }

  @TestFactory
  List<DynamicTest> holds() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Row row : Conformance.rows()) {
      RealWorld world = new RealWorld(cluster, tests.size());
      Future<?> run = threads.submit(() -> row.proof().accept(world));
      tests.add(DynamicTest.dynamicTest(row.text(), () -> outcome(run)));
    }
    return tests;
  }

  private static void outcome(Future<?> run) throws Throwable {
    try {
      run.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
