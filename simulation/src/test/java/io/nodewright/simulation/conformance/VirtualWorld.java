package io.nodewright.simulation.conformance;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.controller.Disruptions;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.fault.PodFacts;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.fault.StepFacts;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.server.Admission;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The simulated cluster as the suite's world, one for each row.
final class VirtualWorld implements JobWorld {

  private static final Duration STEP = Duration.ofMillis(100);

  private final Agenda agenda = new Agenda(Instant.parse("2026-01-01T00:00:00Z"));
  private final Map<String, List<Run>> scripts = new HashMap<>();
  private final Map<String, Integer> runs = new HashMap<>();
  private final Map<String, String> refusals = new HashMap<>();
  private final VirtualCluster cluster =
      new VirtualCluster(agenda, new Scripts(), new FaultCounts(), Admission.OPEN);
  private final ApiClient client = cluster.server().as("kubectl");

  VirtualWorld() {
    cluster.addMachine("node", Map.of());
    client.create(
        Kind.NODE, new NodeBuilder().withNewMetadata().withName("silent").endMetadata().build());
    pass(Duration.ofSeconds(1));
  }

  @Override
  public String name(String what) {
    return what;
  }

  @Override
  public String node() {
    return "node";
  }

  @Override
  public String silentNode() {
    return "silent";
  }

  @Override
  public void script(String job, Run... to) {
    scripts.put(job, List.of(to));
    runs.remove(job);
  }

  @Override
  public void refuse(String job, String reason) {
    refusals.put(job, reason);
  }

  @Override
  public Answer create(HasMetadata object) {
    return answer(() -> create(kind(object.getClass()), object));
  }

  private <T extends HasMetadata> void create(Kind<T> kind, HasMetadata object) {
    client.create(kind, kind.type().cast(object));
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String name) {
    return client.get(kind(kind), name).map(kind::cast);
  }

  @Override
  public List<Pod> pods(String job) {
    return client.list(Kind.POD).stream()
        .filter(
            pod -> job.equals(pod.getMetadata().getLabels().get("batch.kubernetes.io/job-name")))
        .sorted(
            Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp())
                .thenComparing(pod -> pod.getMetadata().getName()))
        .toList();
  }

  @Override
  public Answer patch(
      Class<? extends HasMetadata> kind, String name, PatchKind form, String body, Part part) {
    return answer(() -> client.patch(kind(kind), name, form, body, part));
  }

  @Override
  public Answer delete(Class<? extends HasMetadata> kind, String name, Deletion deletion) {
    return answer(() -> client.delete(kind(kind), name, deletion));
  }

  @Override
  public Answer evict(String pod) {
    return Disruptions.evict(client, pod, agenda.now()) ? Answer.DONE : new Answer(404, "");
  }

  @Override
  public void until(String what, Duration atMost, BooleanSupplier holds) {
    Instant end = agenda.now().plus(atMost);
    while (!holds.getAsBoolean()) {
      if (agenda.now().isAfter(end)) {
        throw new AssertionError("not within " + atMost + ": " + what);
      }
      pass(STEP);
    }
  }

  @Override
  public void pass(Duration time) {
    boolean[] over = {false};
    agenda.after(time, "pass", () -> over[0] = true);
    while (!over[0] && agenda.step()) {
      // on
    }
  }

  @Override
  public Instant now() {
    return agenda.now();
  }

  private static Answer answer(Runnable request) {
    try {
      request.run();
      return Answer.DONE;
    } catch (ApiFailure e) {
      return new Answer(e.code(), e.text());
    }
  }

  private static Kind<?> kind(Class<? extends HasMetadata> type) {
    return Kind.ALL.stream()
        .filter(kind -> kind.type().equals(type))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such kind: " + type));
  }

  private final class Scripts implements FaultPlan {

    @Override
    public PodFate pod(PodFacts pod) {
      String reason = refusals.get(pod.job());
      return reason == null
          ? PodFate.ACCEPTED
          : new PodFate.Refused(Duration.ofMillis(100), reason);
    }

    @Override
    public StepFate step(StepFacts step) {
      List<Run> script = scripts.getOrDefault(step.pod().job(), List.of(Run.succeeds()));
      int earlier = runs.merge(step.pod().job(), 1, Integer::sum) - 1;
      Run run = script.get(Math.min(earlier, script.size() - 1));
      return new StepFate.Exits(run.takes(), run.code());
    }
  }
}
