package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A lock that opens the fence with each renewal of our own, and that judges another holder's lease
/// by our own clock: it counts from when we first saw that renewal, so a holder whose clock runs
/// behind is not deposed.
final class FencedLease implements Lock {

  private final Lock lease;
  private final WriteFence fence;
  private final LongSupplier nanoTime;
  private final Runnable onOpened;
  private @Nullable LeaderElectionRecord lastSeen;
  private ZonedDateTime lastSeenAt = ZonedDateTime.now(ZoneOffset.UTC);

  FencedLease(Lock lease, WriteFence fence, LongSupplier nanoTime, Runnable onOpened) {
    this.lease = lease;
    this.fence = fence;
    this.nanoTime = nanoTime;
    this.onOpened = onOpened;
  }

  @Override
  public @Nullable LeaderElectionRecord get(KubernetesClient client) {
    LeaderElectionRecord stored = lease.get(client);
    if (stored == null) {
      return null;
    }
    if (!stored.equals(lastSeen)) {
      lastSeen = stored;
      lastSeenAt = ZonedDateTime.now(ZoneOffset.UTC);
    }
    return stored.toBuilder().renewTime(lastSeenAt).build();
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord wanted) {
    long askedAt = nanoTime.getAsLong();
    lease.create(client, wanted);
    stored(wanted, askedAt);
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord wanted) {
    boolean release = !Objects.equals(wanted.getHolderIdentity(), identity());
    if (release) {
      // Before the lease is given away, not after: the next holder may be quick.
      fence.close();
    }
    long askedAt = nanoTime.getAsLong();
    lease.update(client, wanted);
    stored(wanted, askedAt);
  }

  @Override
  public String identity() {
    return lease.identity();
  }

  @Override
  public String describe() {
    return lease.describe();
  }

  private void stored(LeaderElectionRecord record, long askedAt) {
    boolean ours = Objects.equals(record.getHolderIdentity(), identity());
    if (ours && fence.renewed(askedAt)) {
      onOpened.run();
    }
  }
}
