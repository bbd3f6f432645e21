package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.people.Gates;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// V-taint: the runtime-required taint goes only when every NodeWright with `runtimeRequired` that
/// selects the node, disabled ones aside, is complete there, and is neither paused nor being
/// deleted (05 §13.3); it comes only to a node that is new, or was rebooted and is worked on anew,
/// with its mark (05 §13.2, §14); and a new node carries nothing else of ours before it.
final class GateKept implements Invariant {

  private final boolean reapplyOnReboot;
  private final Map<String, Instant> rebooted = new HashMap<>();

  GateKept(boolean reapplyOnReboot) {
    this.reapplyOnReboot = reapplyOnReboot;
  }

  @Override
  public String id() {
    return "V-taint";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODE || !(change.after() instanceof Node after)) {
      return;
    }
    if (!Truth.bootId(change.before()).equals(Truth.bootId(after))) {
      rebooted.put(change.name(), change.at());
    }
    if (!Moment.byOperator(change) || !(change.before() instanceof Node before)) {
      return;
    }
    List<Taint> old = gates(before);
    List<Taint> now = gates(after);
    if (!now.containsAll(old)) {
      findings.judged(id());
      keptBy(moment, before)
          .ifPresent(
              why ->
                  findings.violated(
                      id(),
                      moment.at(),
                      "%s opens the gate of %s, though %s"
                          .formatted(change.who(), change.name(), why)));
    }
    if (!old.containsAll(now)) {
      findings.judged(id());
      comesWrongly(moment, before, after)
          .ifPresent(
              why ->
                  findings.violated(
                      id(),
                      moment.at(),
                      "%s gates %s, though %s".formatted(change.who(), change.name(), why)));
    } else if (Truth.untouched(before) && !Truth.untouched(after)) {
      findings.judged(id());
      if (moment.known(Fact.heldOut(change.name()))) {
        findings.violated(
            id(),
            moment.at(),
            "%s writes on %s, which is new and not gated".formatted(change.who(), change.name()));
      }
    }
  }

  /// Who should have kept the gate shut, as the decision had to know; empty when nobody.
  private Optional<String> keptBy(Moment moment, Node node) {
    String name = node.getMetadata().getName();
    if (!moment.knewLatest("Node", name)) {
      return Optional.empty();
    }
    boolean unsure = moment.mayBeUnknown(moment.truth().nodeWrightWent());
    boolean asked = false;
    for (NodeWrightView each : moment.truth().nodeWrights().values()) {
      if (!moment.knewLatest("NodeWright", each.name())) {
        unsure = true;
        continue;
      }
      if (!each.spec().runtimeRequired()
          || each.disabled()
          || !moment.truth().selects(each, node)) {
        continue;
      }
      asked = true;
      Optional<String> why = keeps(moment, each, node);
      if (why.isPresent()) {
        return why;
      }
    }
    return asked || unsure ? Optional.empty() : Optional.of("nobody asks for that");
  }

  private Optional<String> keeps(Moment moment, NodeWrightView by, Node node) {
    String name = node.getMetadata().getName();
    if (moment.known(Fact.incomplete(by.name(), name))) {
      return Optional.of(by.name() + " is not complete there");
    }
    if (moment.known(Fact.paused(by.name()))) {
      return Optional.of(by.name() + " is paused");
    }
    if (by.deleting()) {
      return Optional.of(by.name() + " is being deleted");
    }
    return rebootOpen(moment, by, node) && !mayBeUnseen(moment, name)
        ? Optional.of(by.name() + " has not yet handled its reboot")
        : Optional.empty();
  }

  private Optional<String> comesWrongly(Moment moment, Node before, Node after) {
    if (!gates(after).contains(Gates.CONFIGURED)) {
      return Optional.of("the taint is not the one that is configured");
    }
    if (!Absent.map(after.getMetadata().getAnnotations())
        .containsKey(Keys.autoTaint(Gates.CONFIGURED.getKey()))) {
      return Optional.of("there is no mark of that");
    }
    boolean unsure =
        moment.mayBeUnknown(moment.truth().nodeWrightWent())
            || moment.truth().nodeWrights().keySet().stream()
                .anyMatch(name -> !moment.knewLatest("NodeWright", name));
    boolean isNew = Truth.untouched(before);
    boolean asked =
        moment.truth().nodeWrights().values().stream()
            .anyMatch(
                each ->
                    Truth.gatesNew(each)
                        && moment.truth().selects(each, before)
                        && (isNew || rebootOpen(moment, each, before)));
    return asked || unsure || !moment.knewLatest("Node", before.getMetadata().getName())
        ? Optional.empty()
        : Optional.of("it is not new, and nobody works on it anew");
  }

  /// Whether the node has another boot than the one that the NodeWright handled last.
  private boolean rebootOpen(Moment moment, NodeWrightView by, Node node) {
    @Nullable String handled = by.status().nodeBootIds().get(node.getMetadata().getName());
    return reapplyOnReboot && handled != null && !handled.equals(Truth.bootId(node));
  }

  private boolean mayBeUnseen(Moment moment, String node) {
    return moment.mayBeUnknown(rebooted.getOrDefault(node, Instant.MIN));
  }

  private static List<Taint> gates(Node node) {
    return Absent.list(node.getSpec() == null ? null : node.getSpec().getTaints()).stream()
        .filter(Gates::gates)
        .toList();
  }
}
