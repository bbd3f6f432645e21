package io.nodewright.engine.rollout;

import io.nodewright.engine.names.ByName;
import io.nodewright.engine.rollout.RolloutNode.Outcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The batch engine: drop, resume, evaluate, admit (05 §6). Slots and progress are derived from the
/// nodes in each pass; only membership, order and batch state are remembered. A node is known by
/// its place among the names in scope, and a group of nodes is a set of places.
public final class Rollout {

  private final Compartments compartments;
  private final ByName<RolloutNode> scope;
  private final boolean ignoreStops;
  private final Instant now;

  private ByName<Instant> pickedAt;
  private ByName<Integer> order;
  private final BitSet members;
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
    this.scope = ByName.copyOf(scope);
    this.ignoreStops = ignoreStops;
    this.now = now;
    this.pickedAt = ByName.copyOf(memory.pickedAt());
    this.order = ByName.copyOf(memory.order());
    this.members = new BitSet(scope.size());
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
    ByName<String> homes = compartments.assign(labels(), currentHomes(memory));
    adoptWorking();
    SortedMap<String, BitSet> populations = populations(homes);
    compartments
        .byName()
        .forEach(
            (name, spec) ->
                runCompartment(spec, populations.getOrDefault(name, new BitSet()), memory));
    memory.batches().keySet().stream()
        .filter(name -> !compartments.byName().containsKey(name))
        .forEach(name -> news.add(new BatchNews.Removed(name)));
    SortedSet<String> admitted = admitAll();
    return new RolloutStep(
        new Membership(pickedAt, offset, order, batches), running, admitted, homes, news);
  }

  /// Entries of nodes that are complete, deleted or out of scope go; each adds one to the offset.
  private void drop() {
    ByName.Builder<Instant> kept = new ByName.Builder<>(pickedAt.size());
    int place = 0;
    for (int i = 0; i < pickedAt.size(); i++) {
      String node = pickedAt.name(i);
      while (place < scope.size() && scope.name(place).compareTo(node) < 0) {
        place++;
      }
      boolean seen = place < scope.size() && scope.name(place).equals(node);
      if (seen && outcome(place) != Outcome.COMPLETE) {
        kept.add(node, pickedAt.value(i));
        members.set(place);
      } else {
        offset++;
      }
    }
    pickedAt = kept.build();
    order = onlyMembers(order);
  }

  private ByName<Integer> onlyMembers(ByName<Integer> numbers) {
    ByName.Builder<Integer> kept = new ByName.Builder<>(numbers.size());
    ByName.Cursor<Instant> picked = pickedAt.cursor();
    for (int i = 0; i < numbers.size(); i++) {
      if (picked.at(numbers.name(i)) != null) {
        kept.add(numbers.name(i), numbers.value(i));
      }
    }
    return kept.build();
  }

  /// A node at work without an entry holds a slot and gets an entry (05 §6.1 row 2).
  private void adoptWorking() {
    SortedSet<String> adopted = new TreeSet<>();
    for (int node = 0; node < scope.size(); node++) {
      if (scope.value(node).work() == RolloutNode.Work.JOB
          && outcome(node) != Outcome.COMPLETE
          && !members.get(node)) {
        adopted.add(scope.name(node));
        members.set(node);
      }
    }
    enter(adopted);
  }

  private void runCompartment(CompartmentSpec spec, BitSet population, Membership memory) {
    BatchState stored = memory.batches().getOrDefault(spec.name(), BatchState.FIRST);
    BitSet current = stillCurrent(stored.currentBatchNodes());
    BatchState state = stored.withMembers(names(current));
    Tally tally = tally(population);
    int ceiling = spec.budget().ceiling(tally.nodes());
    resume(population, current, size(spec, ceiling, state, tally));
    if (!anyRunning(population)) {
      state = evaluate(spec, current, tally, state);
      if (!state.shouldStop() || ignoreStops) {
        state = admit(spec, population, state, size(spec, ceiling, state, tally));
      }
    }
    if (!(spec.strategy() instanceof Strategy.None)) {
      batches.put(spec.name(), state);
    }
  }

  private static int size(CompartmentSpec spec, int ceiling, BatchState state, Tally tally) {
    return BatchGrowth.nextSize(spec.strategy(), ceiling, state, tally.progress(), tally.nodes());
  }

  private BitSet stillCurrent(SortedSet<String> nodes) {
    BitSet kept = new BitSet();
    for (String name : nodes) {
      int node = scope.place(name);
      if (node >= 0 && (members.get(node) || outcome(node) == Outcome.COMPLETE)) {
        kept.set(node);
      }
    }
    return kept;
  }

  /// Members without an outcome run, current ones first, then old ones by (time, name).
  private void resume(BitSet population, BitSet current, int size) {
    List<Integer> ready = new ArrayList<>();
    for (int node = next(population, 0); node >= 0; node = next(population, node + 1)) {
      if (runningMember(node)) {
        ready.add(node);
      } else if (members.get(node)
          && outcome(node) == Outcome.ERRORING
          && scope.value(node).eligible()) {
        // A failed package does not hold back its siblings on the node: a member with work left is
        // always offered.
        running.add(scope.name(node));
      }
    }
    BitSet currentMembers = (BitSet) current.clone();
    currentMembers.and(members);
    int places = Math.max(size, currentMembers.cardinality());
    if (ready.size() > places) {
      ready.sort(
          Comparator.comparing((Integer node) -> !current.get(node))
              .thenComparing(node -> pickedAt.getOrDefault(scope.name(node), Instant.MAX))
              .thenComparing(Comparator.naturalOrder()));
      ready = ready.subList(0, places);
    }
    ready.forEach(node -> running.add(scope.name(node)));
  }

  private static int next(BitSet nodes, int from) {
    return nodes.nextSetBit(from);
  }

  private boolean runningMember(int node) {
    return members.get(node) && scope.value(node).runs();
  }

  private boolean anyRunning(BitSet population) {
    for (int node = next(population, 0); node >= 0; node = next(population, node + 1)) {
      if (runningMember(node) || (!members.get(node) && scope.value(node).strays())) {
        return true;
      }
    }
    return false;
  }

  private BatchState evaluate(
      CompartmentSpec spec, BitSet current, Tally population, BatchState state) {
    Tally batch = tally(current);
    BatchEvaluation evaluation =
        BatchEvaluation.of(
            spec,
            state,
            new BatchEvaluation.Counts(
                batch.nodes(),
                batch.complete(),
                batch.erroring(),
                batch.blocked(),
                population.nodes(),
                population.erroring(),
                population.progress()));
    news.addAll(evaluation.news());
    return evaluation.state();
  }

  /// Picks the next nodes by name. Blocked members of a batch that cannot end give their place to
  /// others.
  private BatchState admit(CompartmentSpec spec, BitSet population, BatchState state, int size) {
    SortedSet<String> picked = new TreeSet<>();
    for (int node = next(population, 0);
        node >= 0 && picked.size() < size;
        node = next(population, node + 1)) {
      if (!members.get(node) && scope.value(node).runs()) {
        picked.add(scope.name(node));
      }
    }
    if (picked.isEmpty()) {
      return state;
    }
    admittedIn.put(spec.name(), picked);
    news.add(new BatchNews.Started(spec.name(), state.currentBatch(), List.copyOf(picked)));
    SortedSet<String> inBatch = new TreeSet<>(picked);
    for (String name : state.currentBatchNodes()) {
      if (outcome(scope.place(name)) != Outcome.BLOCKED) {
        inBatch.add(name);
      }
    }
    return state.withMembers(inBatch);
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
    SortedMap<String, Instant> picked = new TreeMap<>(pickedAt);
    SortedMap<String, Integer> numbers = new TreeMap<>(order);
    int next = offset + pickedAt.size();
    for (String node : nodes) {
      numbers.put(node, next++);
      picked.put(node, time);
    }
    order = ByName.copyOf(numbers);
    pickedAt = ByName.copyOf(picked);
  }

  private Outcome outcome(int node) {
    return scope.value(node).outcome();
  }

  /// How nodes ended.
  private record Tally(int nodes, int complete, int erroring, int blocked) {
    /// Processed nodes in percent of all; blocked and waiting ones are only in the denominator.
    int progress() {
      return nodes == 0 ? 0 : (complete + erroring) * 100 / nodes;
    }
  }

  private Tally tally(BitSet nodes) {
    int complete = 0;
    int erroring = 0;
    int blocked = 0;
    for (int node = next(nodes, 0); node >= 0; node = next(nodes, node + 1)) {
      switch (outcome(node)) {
        case NONE -> {}
        case COMPLETE -> complete++;
        case ERRORING -> erroring++;
        case BLOCKED -> blocked++;
      }
    }
    return new Tally(nodes.cardinality(), complete, erroring, blocked);
  }

  private SortedSet<String> names(BitSet nodes) {
    SortedSet<String> names = new TreeSet<>();
    for (int node = next(nodes, 0); node >= 0; node = next(nodes, node + 1)) {
      names.add(scope.name(node));
    }
    return names;
  }

  private ByName<SortedMap<String, String>> labels() {
    ByName.Builder<SortedMap<String, String>> labels = new ByName.Builder<>(scope.size());
    scope.forEach((name, node) -> labels.add(name, node.labels()));
    return labels.build();
  }

  /// Where current members are. A compartment that remembers no batches keeps nobody: its batch of
  /// before, under another policy, is forgotten by this pass, and the next one would find its
  /// members elsewhere, beside those that were picked there meanwhile.
  private SortedMap<String, String> currentHomes(Membership memory) {
    SortedMap<String, String> homes = new TreeMap<>();
    memory
        .batches()
        .forEach(
            (name, state) -> {
              CompartmentSpec spec = compartments.byName().get(name);
              if (spec != null && !(spec.strategy() instanceof Strategy.None)) {
                state.currentBatchNodes().forEach(node -> homes.put(node, name));
              }
            });
    return homes;
  }

  private static SortedMap<String, BitSet> populations(ByName<String> homes) {
    SortedMap<String, BitSet> populations = new TreeMap<>();
    for (int node = 0; node < homes.size(); node++) {
      populations.computeIfAbsent(homes.value(node), _ -> new BitSet()).set(node);
    }
    return populations;
  }
}
