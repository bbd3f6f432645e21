package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.api.seen.WatchedPods;
import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.WatchLine;
import io.nodewright.simulation.time.ProcessClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// One process of the operator, from its start to its death. All that it knows is in here and goes
/// with it.
final class OperatorProcess {

  private final Surroundings world;
  private final String instance;
  private final Life life;
  private final Fence fence;
  private final ProcessClock clock;
  private final Rounds rounds;
  private final Caches caches;
  private final Requests requests;
  private final Passes passes;
  private final PodLines podLines;
  private final List<WatchLine<?>> watches = new ArrayList<>();
  private int lists;

  OperatorProcess(
      Surroundings world,
      OperatorSettings settings,
      String instance,
      Dice dice,
      WritePlan plan,
      DecisionListener listener) {
    this.world = world;
    this.instance = instance;
    Protections protections = settings.protections();
    life = new Life(world.agenda());
    fence = new Fence(world.agenda(), protections);
    clock = new ProcessClock(world.agenda());
    rounds = new Rounds(life, this::names, this::pass);
    requests = new Requests(world, instance, dice, life, fence, plan);
    caches =
        new Caches(
            rounds,
            world.server().views(),
            new LostObjects(requests, life, this::caches, rounds::wakeAll),
            protections);
    podLines = new PodLines(world, instance, life, settings.jobs().namespace());
    WatchedPods pods = new WatchedPods(podLines, rounds, clock::now);
    Events events = new Events(requests);
    Refusals refusals = new Refusals(clock, events::refused);
    Weakened weakened = new Weakened(protections);
    NodeWrightWrites nodeWrights = new NodeWrightWrites(requests, caches);
    StatusWrites statuses =
        new StatusWrites(requests, caches, nodeWrights, rounds, life, weakened, protections);
    JobWrites jobs = new JobWrites(requests, caches, refusals, weakened, settings.jobs());
    Performer performer =
        new Performer(
            new NodeWrites(requests, caches, weakened),
            new MetadataWrites(requests, caches, refusals, settings.jobs()),
            jobs,
            new PodWrites(requests, world.evictor(), settings.jobs().namespace(), pods, clock),
            new ConfigMapWrites(requests, caches, refusals, settings.jobs()),
            nodeWrights,
            statuses,
            events);
    Lists running = new Lists(performer, life, protections, dice, rounds);
    passes =
        new Passes(
            settings,
            caches,
            running,
            refusals,
            statuses,
            pods,
            this::mayDecide,
            clock,
            life,
            listener);
  }

  /// Lists and watches everything; decides nothing before all of it was seen.
  void start() {
    watch(Kind.NODE, caches.nodes());
    watch(Kind.NODEWRIGHT, caches.nodeWrights());
    watch(Kind.DEPLOYMENT_POLICY, caches.policies());
    watch(Kind.JOB, caches.jobs());
    watch(Kind.POD, caches.attempts());
    watch(Kind.CONFIG_MAP, caches.configMaps());
    watch(Kind.CONFIG_MAP, caches.metadata());
  }

  /// Begins to lead.
  void lead() {
    fence.open(Instant.MAX);
    rounds.wakeAll();
  }

  /// Its lease is over at that time, by its own clock.
  void leadUntil(Instant when) {
    fence.closeAt(when);
  }

  /// Stands still until then.
  void freeze(Instant until) {
    life.freeze(until);
    requests.frozen();
  }

  /// Dies at once.
  void kill() {
    life.end();
    watches.forEach(WatchLine::close);
    podLines.close();
    requests.died();
  }

  boolean dead() {
    return life.dead();
  }

  /// Sets its clock off.
  void shiftClock(Duration by) {
    clock.shift(by);
  }

  /// Breaks its watches of a kind off.
  void breakWatches(Duration until, boolean emptyFirst) {
    watches.forEach(watch -> watch.breakOff(until, emptyFirst));
    podLines.breakOff(until, emptyFirst);
  }

  private boolean mayDecide() {
    return lists == watches.size() && fence.open();
  }

  private void pass(String nodeWright) {
    passes.pass(nodeWright);
  }

  private Set<String> names() {
    return caches.nodeWrights().views().keySet();
  }

  private Caches caches() {
    return caches;
  }

  private <T extends HasMetadata> void watch(Kind<T> kind, SeenCache<T, ?> cache) {
    watches.add(
        WatchLine.open(
            world.agenda(),
            world.server(),
            kind,
            instance,
            world.faults(),
            world.counts(),
            new Informer<>(cache, life, this::listed)));
  }

  private void listed() {
    lists++;
    if (lists == watches.size()) {
      rounds.wakeAll(); // passes that were asked for before this decided nothing
    }
  }
}
