package io.nodewright.operator.certificates;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a certificate in service, in every replica alike. Each look reads the Secret and the
/// webhook configurations anew, and does what is next: make a certificate, have it trusted, serve
/// it once it is trusted, forget the old authority. What fails is tried again by the next look.
public final class CertificateKeeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateKeeper.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(2);
  private static final Duration AFTER_A_CONFLICT = Duration.ofMillis(100);
  private static final Duration LAST_LOOK = Duration.ofSeconds(2);
  private static final int CONFLICT = 409;

  private final KubernetesClient client;
  private final CertificateIdentity identity;
  private final CertificateTimes times;
  private final CertificateSource source;
  private final ServedCertificate served;
  private final Clock clock;
  private final WebhookTrust webhooks;
  private final TrustedSince trusted = new TrustedSince();
  private final Minting minting = new Minting();
  private final Semaphore wake = new Semaphore(0);
  private final CertificateWatches watches;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("certificates").unstarted(this::keep);
  private volatile boolean closed;
  private boolean called;
  private volatile boolean accepted;
  private volatile Instant lastLook = Instant.MIN;
  private final AtomicLong looks = new AtomicLong();
  private String lastFailure = "";

  /// @param client for Secrets and webhook configurations; its writes need no lease
  /// @param served told of each certificate that is to be served
  public CertificateKeeper(
      KubernetesClient client,
      CertificateIdentity identity,
      CertificateTimes times,
      CertificateSource source,
      ServedCertificate served,
      Clock clock) {
    this.client = client;
    this.identity = identity;
    this.times = times;
    this.source = source;
    this.served = served;
    this.clock = clock;
    webhooks = new WebhookTrust(client, identity);
    watches = new CertificateWatches(client, identity, wake::release);
  }

  /// Begins to look.
  public void start() {
    watches.start();
    thread.start();
  }

  /// Whether what is served is valid and every API server that calls us accepts it (O10). Who has
  /// not looked for as long as an old authority is trusted may serve one that nobody trusts.
  public boolean ready() {
    ServingCertificate now = served.get();
    Instant time = clock.instant();
    return now != null
        && now.validAt(time)
        && accepted
        && lastLook.plus(times.overlap()).isAfter(time);
  }

  /// How many looks have ended well: one that grows no more tells of a keeper that is stuck.
  public long looks() {
    return looks.get();
  }

  @Override
  public void close() {
    closed = true;
    watches.close();
    wake.release();
    try {
      thread.join(LAST_LOOK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keep() {
    while (!closed) {
      Duration pause;
      try {
        pause = look();
        looks.incrementAndGet();
        lastFailure = "";
      } catch (KubernetesClientException e) {
        pause = failed(e);
      } catch (RuntimeException e) {
        // Ours, or the library's: what is served goes on, and so do we.
        LOG.atError().setCause(e).log("certificates cannot be looked after");
        pause = AFTER_A_FAILURE;
      }
      try {
        if (wake.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
          wake.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /// @return how long to wait for the next look
  private Duration look() {
    Instant began = clock.instant();
    WebhookTrust.Seen seen = webhooks.look();
    called |= !seen.bundles().isEmpty();
    Secret stored =
        client.secrets().inNamespace(identity.namespace()).withName(identity.secret()).get();
    if (source == CertificateSource.OPERATOR) {
      stored = improved(stored, seen, began);
    }
    ServingCertificate certificate = stored == null ? null : readable(stored);
    if (certificate == null) {
      return times.lookAgain();
    }
    String bundle = Pem.of(certificate.authorities());
    if (source == CertificateSource.OPERATOR
        && !seen.bundles().stream().allMatch(bundle::equals)
        && webhooks.inject(bundle)) {
      seen = webhooks.look();
    }
    Duration pause = serve(certificate, seen);
    lastLook = began;
    return pause;
  }

  /// The Secret after what it needs was done; null when there is none.
  private @Nullable Secret improved(@Nullable Secret stored, WebhookTrust.Seen seen, Instant now) {
    ServingCertificate readable = stored == null ? null : readable(stored);
    NextStep step =
        stored == null
            ? new NextStep.Mint("there is none")
            : readable == null
                ? new NextStep.Mint("what is stored cannot be served")
                : NextStep.of(
                    readable,
                    CertificateSecret.service(stored),
                    identity.service(),
                    identity.names(),
                    times,
                    now);
    return switch (step) {
      case NextStep.Keep _ -> stored;
      case NextStep.Mint(String why) ->
          seen.mayMint() && !abandoned(seen)
              ? written(stored, minted(seen, now), "new certificate: " + why)
              : stored;
      case NextStep.EndOverlap(ServingCertificate stays) ->
          written(stored, stays, "the older authority is no longer trusted");
    };
  }

  /// Whether we were called once and no configuration is left: what is deleted then, by an
  /// uninstall, is to stay away.
  private boolean abandoned(WebhookTrust.Seen seen) {
    return called && seen.bundles().isEmpty();
  }

  /// A new certificate. Whoever is trusted stays so for the overlap, whatever became of the Secret:
  /// other replicas serve in that name, and so do we until the new one is trusted.
  private ServingCertificate minted(WebhookTrust.Seen seen, Instant now) {
    ServingCertificate made = minting.mint(identity.names(), now, times.life());
    SequencedSet<X509Certificate> authorities = new LinkedHashSet<>(made.authorities());
    authorities.addAll(seen.trusted(now));
    return new ServingCertificate(List.copyOf(authorities), made.chain(), made.key());
  }

  /// Writes it in place of exactly what was read. Of two replicas that do so at the same time one
  /// is refused, and goes by what the other wrote.
  private Secret written(@Nullable Secret before, ServingCertificate certificate, String why) {
    Secret after;
    if (before == null) {
      Secret empty = CertificateSecret.empty(identity.namespace(), identity.secret());
      after =
          client.resource(CertificateSecret.write(empty, certificate, identity.service())).create();
    } else {
      after =
          client
              .resource(CertificateSecret.write(before, certificate, identity.service()))
              .lockResourceVersion(before.getMetadata().getResourceVersion())
              .update();
    }
    LOG.atInfo().addKeyValue("secret", identity.secret()).log(why);
    return after;
  }

  private Duration serve(ServingCertificate certificate, WebhookTrust.Seen seen) {
    Instant now = clock.instant();
    boolean trustedNow = seen.accepts(certificate, now);
    Instant since = trusted.since(certificate, trustedNow, now);
    ServingCertificate old = served.get();
    boolean nothingToLose = old == null || !old.validAt(now);
    boolean settled = trustedNow && !now.isBefore(since.plus(times.settle()));
    if (!certificate.leaf().equals(old == null ? null : old.leaf()) && (nothingToLose || settled)) {
      served.set(certificate);
      LOG.atInfo()
          .addKeyValue("expires", certificate.expiry())
          .addKeyValue("serial", served.serial())
          .log("serving a new certificate");
      old = certificate;
    }
    accepted = old != null && seen.accepts(old, now);
    boolean pending = old == null || !old.leaf().equals(certificate.leaf());
    return pending ? times.settle().dividedBy(4) : times.lookAgain();
  }

  private @Nullable ServingCertificate readable(Secret stored) {
    try {
      return CertificateSecret.read(stored);
    } catch (UnusableCertificate e) {
      tell("the Secret " + identity.secret() + " cannot be served: " + e.getMessage());
      return null;
    }
  }

  private Duration failed(KubernetesClientException e) {
    if (e.getCode() == CONFLICT) {
      return AFTER_A_CONFLICT; // another replica was first
    }
    tell("certificates cannot be looked after: " + e.getMessage());
    return times.lookAgain().compareTo(AFTER_A_FAILURE) < 0 ? times.lookAgain() : AFTER_A_FAILURE;
  }

  /// Says it once, until something else is to be said or a look succeeds.
  private void tell(String failure) {
    if (!failure.equals(lastFailure)) {
      LOG.warn(failure);
      lastFailure = failure;
    }
  }
}
