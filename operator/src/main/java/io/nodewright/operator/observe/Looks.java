package io.nodewright.operator.observe;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.operator.timing.Delays;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Looks for what is not shown any more, until there is an answer. A list that came back empty can
/// be about thousands of objects: few are asked for at a time.
public final class Looks {

  private static final int AT_A_TIME = 8;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Semaphore places = new Semaphore(AT_A_TIME);
  private final Delays delays;
  private final Runnable found;

  /// @param found called after each answer
  public Looks(Delays delays, Runnable found) {
    this.delays = delays;
    this.found = found;
  }

  /// Looks soon.
  ///
  /// @param read asks, and tells the cache; throws [KubernetesClientException] where there is no
  ///   answer
  public void look(Runnable read) {
    delays.after(Duration.ZERO, () -> untilAnswered(read));
  }

  private void untilAnswered(Runnable read) {
    places.acquireUninterruptibly();
    try {
      read.run();
    } catch (KubernetesClientException e) {
      delays.after(PAUSE, () -> untilAnswered(read));
      return;
    } finally {
      places.release();
    }
    found.run();
  }
}
