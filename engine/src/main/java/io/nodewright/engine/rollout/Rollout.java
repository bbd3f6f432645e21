package io.nodewright.engine.rollout;

import io.nodewright.engine.rollout.RolloutNode.Outcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The batch engine: drop, resume, evaluate, admit (05 §6). Slots and progress are derived from the
/// nodes in each pass; only membership, order and batch state are remembered.
public final class Rollout {

  private final Compartments compartments;
  private final SortedMap<String, RolloutNode> scope;
  private final boolean ignoreStops;
  private final Instant now;

  private final SortedMap<String, Instant> pickedAt;
  private final SortedMap<String, Integer> order;
  private final SortedMap<String, BatchState> batches = new TreeMap<>();
  private final SortedSet<String> running = new TreeSet<>();
  private final SortedMap<String, SortedSet<String>> admittedIn = new TreeMap<>();
  private final List<BatchNews> news = new ArrayList<>();
  private int offset;

  private Rollout(
      Membership memory,
      Compartments compartments,
      SortedMap<String, RolloutNode> scope,
      boolean ignoreStops,
      Instant now) {
    this.compartments = compartments;
    this.scope = scope;
    this.ignoreStops = ignoreStops;
    this.now = now;
    this.pickedAt = new TreeMap<>(memory.pickedAt());
    this.order = new TreeMap<>(memory.order());
    this.offset = memory.orderOffset();
  }

  /// Runs the engine once.
  ///
  /// @param memory what is stored
  /// @param compartments of the policy, or the flat one
  /// @param scope nodes in scope by name
  /// @param ignoreStops whether stopped compartments go on: only while the NodeWright is being
  ///   deleted (05 §7.3)
  /// @param now of the pass
  public static RolloutStep step(
      Membership memory,
      Compartments compartments,
      SortedMap<String, RolloutNode> scope,
      boolean ignoreStops,
      Instant now) {
    return new Rollout(memory, compartments, scope, ignoreStops, now).run(memory);
  }

  private RolloutStep run(Membership memory) {
    drop();
    SortedMap<String, String> homes = compartments.assign(labels(), currentHomes(memory));
    adoptWorking();
    SortedMap<String, SortedSet<String>> populations = populations(homes);
    compartments
        .byName()
        .forEach(
            (name, spec) ->
                runCompartment(spec, populations.getOrDefault(name, new TreeSet<>()), memory));
    memory.batches().keySet().stream()
        .filter(name -> !compartments.byName().containsKey(name))
        .forEach(name -> news.add(new BatchNews.Removed(name)));
    SortedSet<String> admitted = admitAll();
    return new RolloutStep(
        new Membership(pickedAt, offset, order, batches), running, admitted, homes, news);
  }

  /// Entries of nodes that are complete, deleted or out of scope go; each adds one to the offset.
  private void drop() {
    for (String node : List.copyOf(pickedAt.keySet())) {
      RolloutNode seen = scope.get(node);
      if (seen == null || seen.outcome() == Outcome.COMPLETE) {
        pickedAt.remove(node);
        offset++;
      }
    }
    order.keySet().retainAll(pickedAt.keySet());
  }

  /// A node at work without an entry holds a slot and gets an entry (05 §6.1 row 2).
  private void adoptWorking() {
    SortedSet<String> adopted = new TreeSet<>();
    scope.forEach(
        (name, node) -> {
          if (node.atWork() && node.outcome() != Outcome.COMPLETE && !pickedAt.containsKey(name)) {
            adopted.add(name);
          }
        });
    enter(adopted);
  }

  private void runCompartment(
      CompartmentSpec spec, SortedSet<String> population, Membership memory) {
    BatchState stored = memory.batches().getOrDefault(spec.name(), BatchState.FIRST);
    BatchState state = stored.withMembers(stillCurrent(stored.currentBatchNodes()));
    int ceiling = spec.budget().ceiling(population.size());
    int size =
        BatchGrowth.nextSize(
            spec.strategy(), ceiling, state, progress(population), population.size());
    resume(population, state, size);
    if (population.stream().noneMatch(this::runningMember)) {
      state = evaluate(spec, population, state);
      if (!state.shouldStop() || ignoreStops) {
        state = admit(spec, population, state, ceiling);
      }
    }
    if (!(spec.strategy() instanceof Strategy.None)) {
      batches.put(spec.name(), state);
    }
  }

  private SortedSet<String> stillCurrent(SortedSet<String> nodes) {
    SortedSet<String> kept = new TreeSet<>();
    for (String node : nodes) {
      RolloutNode seen = scope.get(node);
      if (seen != null && (pickedAt.containsKey(node) || seen.outcome() == Outcome.COMPLETE)) {
        kept.add(node);
      }
    }
    return kept;
  }

  /// Members without an outcome run, current ones first, then old ones by (time, name).
  private void resume(SortedSet<String> population, BatchState state, int size) {
    SortedSet<String> current = state.currentBatchNodes();
    int currentMembers = (int) current.stream().filter(pickedAt::containsKey).count();
    population.stream()
        .filter(this::runningMember)
        .sorted(
            Comparator.comparing((String node) -> !current.contains(node))
                .thenComparing(this::picked)
                .thenComparing(Comparator.naturalOrder()))
        .limit(Math.max(size, currentMembers))
        .forEach(running::add);
    // A failed package does not hold back its siblings on the node: a member with work left is
    // always offered.
    population.stream()
        .filter(node -> pickedAt.containsKey(node) && outcome(node) == Outcome.ERRORING)
        .filter(this::eligible)
        .forEach(running::add);
  }

  private boolean runningMember(String node) {
    RolloutNode seen = scope.get(node);
    return seen != null && pickedAt.containsKey(node) && seen.runs();
  }

  private boolean eligible(String node) {
    RolloutNode seen = scope.get(node);
    return seen != null && seen.eligible();
  }

  private Instant picked(String node) {
    return pickedAt.getOrDefault(node, Instant.MAX);
  }

  private BatchState evaluate(
      CompartmentSpec spec, SortedSet<String> population, BatchState state) {
    SortedSet<String> current = state.currentBatchNodes();
    BatchEvaluation evaluation =
        BatchEvaluation.of(
            spec,
            state,
            new BatchEvaluation.Counts(
                current.size(),
                count(current, Outcome.COMPLETE),
                count(current, Outcome.ERRORING),
                count(current, Outcome.BLOCKED),
                population.size(),
                count(population, Outcome.ERRORING),
                progress(population)));
    news.addAll(evaluation.news());
    return evaluation.state();
  }

  /// Picks the next nodes by name. Blocked members of a batch that cannot end give their place to
  /// others.
  private BatchState admit(
      CompartmentSpec spec, SortedSet<String> population, BatchState state, int ceiling) {
    List<String> candidates =
        population.stream().filter(node -> !pickedAt.containsKey(node) && runs(node)).toList();
    if (candidates.isEmpty()) {
      return state;
    }
    int size =
        BatchGrowth.nextSize(
            spec.strategy(), ceiling, state, progress(population), population.size());
    SortedSet<String> picked =
        new TreeSet<>(candidates.subList(0, Math.min(size, candidates.size())));
    admittedIn.put(spec.name(), picked);
    news.add(new BatchNews.Started(spec.name(), state.currentBatch(), List.copyOf(picked)));
    SortedSet<String> members = new TreeSet<>(picked);
    state.currentBatchNodes().stream()
        .filter(node -> outcome(node) != Outcome.BLOCKED)
        .forEach(members::add);
    return state.withMembers(members);
  }

  /// Enters all nodes picked in this pass, over all compartments, at one time and in one order (05
  /// §8.8).
  private SortedSet<String> admitAll() {
    SortedSet<String> all = new TreeSet<>();
    admittedIn.values().forEach(all::addAll);
    enter(all);
    return all;
  }

  private void enter(SortedSet<String> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    Instant time = now.truncatedTo(ChronoUnit.SECONDS);
    Instant latest = pickedAt.values().stream().max(Comparator.naturalOrder()).orElse(Instant.MIN);
    if (!time.isAfter(latest)) {
      time = latest.plusSeconds(1);
    }
    int next = offset + pickedAt.size();
    for (String node : nodes) {
      order.put(node, next++);
    }
    for (String node : nodes) {
      pickedAt.put(node, time);
    }
  }

  private boolean runs(String node) {
    RolloutNode seen = scope.get(node);
    return seen != null && seen.runs();
  }

  private Outcome outcome(String node) {
    RolloutNode seen = scope.get(node);
    return seen == null ? Outcome.NONE : seen.outcome();
  }

  private int count(SortedSet<String> nodes, Outcome outcome) {
    return (int) nodes.stream().filter(node -> outcome(node) == outcome).count();
  }

  /// Processed nodes in percent of the population; blocked and waiting ones are only in the
  /// denominator.
  private int progress(SortedSet<String> population) {
    if (population.isEmpty()) {
      return 0;
    }
    int processed = count(population, Outcome.COMPLETE) + count(population, Outcome.ERRORING);
    return processed * 100 / population.size();
  }

  private SortedMap<String, SortedMap<String, String>> labels() {
    SortedMap<String, SortedMap<String, String>> labels = new TreeMap<>();
    scope.forEach((name, node) -> labels.put(name, node.labels()));
    return labels;
  }

  private static Map<String, String> currentHomes(Membership memory) {
    Map<String, String> homes = new TreeMap<>();
    memory
        .batches()
        .forEach((name, state) -> state.currentBatchNodes().forEach(node -> homes.put(node, name)));
    return homes;
  }

  private static SortedMap<String, SortedSet<String>> populations(SortedMap<String, String> homes) {
    SortedMap<String, SortedSet<String>> populations = new TreeMap<>();
    homes.forEach(
        (node, home) -> populations.computeIfAbsent(home, _ -> new TreeSet<>()).add(node));
    return populations;
  }
}
