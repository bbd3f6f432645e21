package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.Consumer;
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
  private final Consumer<KubernetesClient> release;
  private @Nullable LeaderElectionRecord lastSeen;
  private ZonedDateTime lastSeenAt = ZonedDateTime.now(ZoneOffset.UTC);

  /// @param release takes our name off the lease; the library's own patch leaves it there
  FencedLease(
      Lock lease,
      WriteFence fence,
      LongSupplier nanoTime,
      Runnable onOpened,
      Consumer<KubernetesClient> release) {
    this.lease = lease;
    this.release = release;
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
    if (!Objects.equals(wanted.getHolderIdentity(), identity())) {
      fence.close(); // before the lease is given away, not after: the next holder may be quick
      release.accept(client);
      return;
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
