package io.nodewright.operator.leadership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// How renewals open the fence, and by whose clock others are judged.
class FencedLeaseTest {

  private final KubernetesClient client = new KubernetesClientBuilder().build();
  private final AtomicLong clock = new AtomicLong();
  private final WriteFence fence = WriteFence.closed(clock::get, Duration.ofSeconds(10));
  private final StoredLease stored = new StoredLease();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();
  private final FencedLease lease =
      new FencedLease(
          stored, fence, clock::get, opened::incrementAndGet, _ -> released.incrementAndGet());

  @Test
  void aRenewalOpensTheFenceAndTheNextSaysNothing() {
    lease.create(client, heldBy("us"));
    lease.update(client, heldBy("us"));

    assertEquals(true, fence.isOpen());
    assertEquals(1, opened.get());
  }

  @Test
  void aRenewalThatFailsOpensNothing() {
    stored.broken = true;

    Assertions.assertThrows(
        KubernetesClientException.class, () -> lease.update(client, heldBy("us")));
    assertEquals(false, fence.isOpen());
  }

  @Test
  void aReleaseClosesTheFence() {
    lease.create(client, heldBy("us"));
    lease.update(client, heldBy(""));

    assertEquals(false, fence.isOpen());
    assertEquals(1, released.get());
  }

  @Test
  void anotherHoldersLeaseIsCountedFromWhenItWasFirstSeen() {
    ZonedDateTime longAgo = ZonedDateTime.now(ZoneOffset.UTC).minusHours(1);
    stored.record = new LeaderElectionRecord("other", Duration.ofSeconds(15), longAgo, longAgo, 0);

    ZonedDateTime first = Objects.requireNonNull(lease.get(client)).getRenewTime();
    ZonedDateTime second = Objects.requireNonNull(lease.get(client)).getRenewTime();

    assertEquals(true, first.isAfter(longAgo.plusMinutes(59)));
    assertEquals(first, second);
  }

  private static LeaderElectionRecord heldBy(String holder) {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    return new LeaderElectionRecord(holder, Duration.ofSeconds(15), now, now, 0);
  }

  private static final class StoredLease implements Lock {
    private @Nullable LeaderElectionRecord record;
    private boolean broken;

    @Override
    public @Nullable LeaderElectionRecord get(KubernetesClient client) {
      return record;
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord wanted) {
      record = wanted;
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord wanted) {
      if (broken) {
        throw new KubernetesClientException("no answer");
      }
      record = wanted;
    }

    @Override
    public String identity() {
      return "us";
    }

    @Override
    public String describe() {
      return "a lease";
    }
  }
}
