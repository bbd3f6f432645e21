package io.nodewright.operator;

import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.operator.act.ActionPerformer;
import io.nodewright.operator.act.ActionRunner;
import io.nodewright.operator.act.Refusals;
import io.nodewright.operator.admission.RecordedOnNodes;
import io.nodewright.operator.admission.Webhooks;
import io.nodewright.operator.certificates.CertificateIdentity;
import io.nodewright.operator.certificates.CertificateTimes;
import io.nodewright.operator.health.Probes;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.leadership.Leadership;
import io.nodewright.operator.leadership.Leading;
import io.nodewright.operator.leadership.WriteFence;
import io.nodewright.operator.metrics.MetricsServer;
import io.nodewright.operator.metrics.OperatorMetrics;
import io.nodewright.operator.metrics.RequestCounter;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.observe.ClusterPods;
import io.nodewright.operator.observe.Informers;
import io.nodewright.operator.observe.Looks;
import io.nodewright.operator.observe.LostObjects;
import io.nodewright.operator.observe.SnapshotReader;
import io.nodewright.operator.pass.PassLoop;
import io.nodewright.operator.pass.Wakes;
import io.nodewright.operator.pass.Watchdog;
import io.nodewright.operator.permissions.PermissionCheck;
import io.nodewright.operator.publish.EventWriter;
import io.nodewright.operator.publish.OrphanEvents;
import io.nodewright.operator.publish.RefusalEvents;
import io.nodewright.operator.publish.StatusWriter;
import io.nodewright.operator.settings.Listen;
import io.nodewright.operator.settings.OperatorSettings;
import io.nodewright.operator.timing.Delays;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All parts of one running operator, wired together.
final class OperatorProcess {

  private static final Duration PASS_BOUND = Duration.ofMinutes(10);
  private static final Duration STOP_BOUND = Duration.ofSeconds(5);

  /// How long requests for admission are still answered after we were told to stop.
  private static final Duration DRAINING = Duration.ofSeconds(3);

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  /// Below the kubelet's own of 3 s, so that it reads which check failed.
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Logger LOG = LoggerFactory.getLogger(OperatorProcess.class);

  private final OperatorSettings settings;
  private final KubernetesClient client;
  private final Caches caches;
  private final Client probing;
  private final RequestCounter requests = new RequestCounter();
  private final OperatorMetrics metrics;
  private final WriteFence fence;
  private final Wakes wakes = Wakes.standard();
  private final Watchdog watchdog = new Watchdog(System::nanoTime, PASS_BOUND);
  private final Informers informers;
  private final WatchedPods pods;
  private final EventWriter events;
  private final ActionRunner runner;
  private final PassLoop passes;
  private final Leading leading;
  private volatile @Nullable Webhooks webhooks;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean stopping = new AtomicBoolean();

  /// Wires the parts; nothing runs yet and nothing is sent.
  OperatorProcess(OperatorSettings settings) {
    this.settings = settings;
    String instance = instance();
    client =
        new KubernetesClientBuilder()
            .withConfig(config())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("metrics", requests))
            .build();
    Looks looks = new Looks(Delays.onVirtualThreads(), wakes::wakeAll);
    caches = new Caches(wakes, new LostObjects(client, settings.namespace(), looks, this::caches));
    probing =
        client.newClient(
            new RequestConfigBuilder()
                .withRequestTimeout((int) PROBE_TIMEOUT.toMillis())
                .withRequestRetryBackoffLimit(0)
                .build());
    fence =
        settings.leaderElection()
            ? WriteFence.closed(System::nanoTime, Leadership.RENEW_DEADLINE)
            : WriteFence.open();
    metrics =
        new OperatorMetrics(
            settings.publishLegacyMetrics(), fence::isOpen, Leadership.LEASE, requests);
    FencedClient writes = new FencedClient(client, fence);
    informers = new Informers(client, settings.namespace(), caches);
    events = new EventWriter(writes, instance);
    Refusals refusals = new Refusals(Clock.systemUTC(), new RefusalEvents(events, caches));
    pods = new WatchedPods(new ClusterPods(client, settings.namespace()), wakes, Clock.systemUTC());
    StatusWriter statuses = new StatusWriter(writes, caches, wakes);
    runner =
        new ActionRunner(
            new ActionPerformer(writes, caches, pods, refusals, settings, statuses, events), wakes);
    passes =
        new PassLoop(
            client,
            caches,
            new SnapshotReader(settings.engine(), caches, pods),
            runner,
            refusals,
            pods,
            new OrphanEvents(events::record, Clock.systemUTC()),
            statuses,
            metrics,
            wakes,
            watchdog,
            this::mayDecide);
    metrics.watchQueue("passes", wakes::waiting);
    metrics.watchQueue("writes", runner::running);
    metrics.watchQueue("events", events::waiting);
    leading = leading(writes, instance);
  }

  /// Starts everything; returns when all that there is was seen.
  ///
  /// @throws IOException when a port cannot be had
  void start() throws IOException {
    PermissionCheck.begin(client, settings);
    webhooks = serveWebhooks();
    serveProbes();
    CompletableFuture<Void> listed = informers.start();
    serveMetrics(); // meanwhile; a port that is taken ends the process before it leads
    leading.start();
    passes.start();
    listed.join();
    started.set(true);
    // Passes that were asked for before this decided nothing.
    wakes.wakeAll();
    Thread.ofVirtual().start(() -> ClusterVersion.check(client));
  }

  /// Ends in order: no pass begins, requests in flight end, the lease is given back.
  void stop() {
    stopping.set(true);
    LOG.info("stopping");
    Instant drained = Instant.now().plus(DRAINING);
    Webhooks serving = webhooks;
    if (serving != null) {
      serving.drain();
    }
    try {
      runner.stop(STOP_BOUND);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leading.close();
    pods.close();
    events.close();
    if (serving != null) {
      closeAt(drained, serving);
    }
  }

  /// API servers call us for a while after we were told to stop: until they know that we are gone.
  private static void closeAt(Instant when, Webhooks serving) {
    try {
      Thread.sleep(Duration.between(Instant.now(), when));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    serving.close();
  }

  private @Nullable Webhooks serveWebhooks() throws IOException {
    return switch (settings.webhookListen()) {
      case Listen.Nowhere _ -> null;
      case Listen.At at ->
          settings.webhooks()
              ? new Webhooks(
                  at,
                  client,
                  CertificateIdentity.of(
                      settings.namespace(),
                      settings.webhookSecret(),
                      settings.webhookService(),
                      settings.clusterDomain(),
                      settings.legacyEnabled()),
                  CertificateTimes.STANDARD,
                  settings.certificateSource(),
                  new RecordedOnNodes(() -> caches.nodes().views().values()))
              : null;
    };
  }

  /// A replica that is told to stop is to get no new requests.
  private boolean admits() {
    Webhooks serving = webhooks;
    return serving == null || (serving.ready() && !stopping.get());
  }

  private Leading leading(FencedClient writes, String instance) {
    return settings.leaderElection()
        ? new Leadership(
            writes.forRead(),
            settings.namespace(),
            instance + "_" + UUID.randomUUID(),
            fence,
            this::leadingBegins)
        : Leading.alone(this::leadingBegins);
  }

  private void leadingBegins() {
    metrics.leadingBegins();
    wakes.wakeAll();
  }

  private Caches caches() {
    return caches;
  }

  private boolean mayDecide() {
    return started.get() && !stopping.get() && fence.isOpen();
  }

  private void serveProbes() throws IOException {
    switch (settings.probes()) {
      case Listen.Nowhere _ -> {}
      case Listen.At at ->
          new Probes(
              at,
              new TreeMap<>(Map.of("pass", watchdog::quiet)),
              new TreeMap<>(
                  Map.of(
                      "api-server",
                      this::apiServerAnswers,
                      "informers",
                      started::get,
                      "webhooks",
                      this::admits)));
    }
  }

  private void serveMetrics() throws IOException {
    switch (settings.metrics()) {
      case Listen.Nowhere _ -> {}
      case Listen.At at -> {
        metrics.watchJvm();
        new MetricsServer(at, metrics, probing.adapt(KubernetesClient.class));
      }
    }
  }

  private boolean apiServerAnswers() {
    try {
      return !probing.raw("/version").isEmpty();
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private static Config config() {
    return new ConfigBuilder(Config.autoConfigure(null))
        .withUserAgent("nodewright-operator/" + OperatorSettings.VERSION)
        .withConnectionTimeout((int) CONNECT_TIMEOUT.toMillis())
        .withRequestTimeout((int) READ_TIMEOUT.toMillis())
        .build();
  }

  /// The Pod's name, which is its host's name; never empty.
  private static String instance() {
    String name = System.getenv().getOrDefault("HOSTNAME", "");
    if (!name.isEmpty()) {
      return name;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "nodewright-operator";
    }
  }
}
