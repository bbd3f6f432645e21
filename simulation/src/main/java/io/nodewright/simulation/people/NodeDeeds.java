package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.node.Machine;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.Specs;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What happens to nodes and machines.
final class NodeDeeds {

  private static final String TAINT = "example.com/maintenance";
  private static final String ZONE = "zone";

  private final VirtualCluster cluster;
  private final Machines machines;
  private final Agenda agenda;
  private final ApiClient client;
  private final SortedMap<String, Spoilt> spoilt = new TreeMap<>();

  NodeDeeds(VirtualCluster cluster, Machines machines, Agenda agenda) {
    this.cluster = cluster;
    this.machines = machines;
    this.agenda = agenda;
    this.client = cluster.server().as(People.PERSON);
  }

  void add(String node) {
    if (!cluster.machines().containsKey(node)) {
      machines.add(node, Map.of(ZONE, "east"), List.of());
    }
  }

  void addGated(Deed.AddGatedNode add) {
    if (!cluster.machines().containsKey(add.node())) {
      machines.add(
          add.node(),
          Map.of(ZONE, add.zone()),
          List.of(add.legacy() ? Gates.LEGACY : Gates.CONFIGURED));
    }
  }

  void gate(String node) {
    spec(
        node,
        spec -> {
          List<Taint> taints = new ArrayList<>(Absent.list(spec.getTaints()));
          taints.removeIf(taint -> taint.getKey().equals(Gates.CONFIGURED.getKey()));
          taints.add(Gates.CONFIGURED);
          spec.setTaints(taints);
        });
  }

  void remove(String node) {
    if (cluster.machines().size() > 1) {
      cluster.removeMachine(node, People.PERSON);
    }
  }

  void recreate(String node, Duration after) {
    if (cluster.machines().containsKey(node)) {
      cluster.removeMachine(node, People.PERSON);
      agenda.after(after, "a new machine " + node, () -> add(node));
    }
  }

  void relabel(String node, String key, String value) {
    edit(
        node,
        stored -> {
          Map<String, String> labels = new HashMap<>(Absent.map(stored.getMetadata().getLabels()));
          if (value.isEmpty()) {
            labels.remove(key);
          } else {
            labels.put(key, value);
          }
          stored.getMetadata().setLabels(labels);
        });
  }

  void taint(String node, boolean on) {
    spec(
        node,
        spec -> {
          List<Taint> taints = new ArrayList<>(Absent.list(spec.getTaints()));
          taints.removeIf(taint -> taint.getKey().equals(TAINT));
          if (on) {
            taints.add(new Taint("NoSchedule", TAINT, null, "yes"));
          }
          spec.setTaints(taints);
        });
  }

  void cordon(String node, boolean on) {
    spec(node, spec -> spec.setUnschedulable(on ? true : null));
  }

  void ignore(String node, boolean on) {
    relabel(node, Keys.IGNORE, on ? Keys.TRUE : "");
  }

  void reboot(String node, Duration down) {
    machine(node).filter(Machine::on).ifPresent(machine -> machine.reboot(down));
  }

  void powerOff(String node) {
    machine(node).ifPresent(Machine::powerOff);
  }

  void powerOn(String node) {
    machine(node).ifPresent(Machine::powerOn);
  }

  void restartKubelet(String node, Duration down) {
    machine(node)
        .filter(Machine::on)
        .ifPresent(
            machine -> {
              machine.kubelet().stop(false);
              agenda.after(
                  down,
                  "kubelet starts",
                  () -> {
                    if (machine.on()) {
                      machine.kubelet().start(false);
                    }
                  });
            });
  }

  void spoilRecord(String node, String nodeWright, String text) {
    String key = Keys.nodeState(nodeWright);
    edit(
        node,
        stored -> {
          Map<String, String> annotations =
              new HashMap<>(Absent.map(stored.getMetadata().getAnnotations()));
          String before = annotations.put(key, text);
          stored.getMetadata().setAnnotations(annotations);
          String uid = stored.getMetadata().getUid();
          Spoilt known = spoilt.get(node + " " + key);
          // What is spoilt twice is repaired to what was there at first.
          String first =
              known != null && known.uid.equals(uid) && known.text.equals(before)
                  ? known.before
                  : Optional.ofNullable(before).orElse("");
          spoilt.put(node + " " + key, new Spoilt(node, key, uid, text, first));
        });
  }

  void repairRecord(String node, String nodeWright) {
    Spoilt known = spoilt.remove(node + " " + Keys.nodeState(nodeWright));
    if (known != null) {
      repair(known);
    }
  }

  /// Machines have power, kubelets work, labels, taints and records are as they were.
  void calm() {
    spoilt.values().forEach(this::repair);
    spoilt.clear();
    for (Machine machine : cluster.machines().values()) {
      // A kubelet that took no notice of a Pod takes notice when it starts.
      if (machine.on()) {
        machine.kubelet().stop(false);
        machine.kubelet().start(false);
      } else {
        machine.powerOn();
      }
    }
    for (Node node : client.list(Kind.NODE)) {
      String name = node.getMetadata().getName();
      if (Absent.map(node.getMetadata().getLabels()).containsKey(Keys.IGNORE)) {
        ignore(name, false);
      }
      if (Absent.list(node.getSpec().getTaints()).stream()
          .anyMatch(taint -> taint.getKey().equals(TAINT))) {
        taint(name, false);
      }
    }
  }

  void uncordon() {
    for (Node node : client.list(Kind.NODE)) {
      boolean ours =
          Absent.map(node.getMetadata().getAnnotations()).keySet().stream()
              .anyMatch(key -> key.startsWith(Keys.cordon("")));
      if (!ours && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
        cordon(node.getMetadata().getName(), false);
      }
    }
  }

  private void repair(Spoilt known) {
    Optional<Node> now = client.get(Kind.NODE, known.node);
    boolean same =
        now.filter(node -> node.getMetadata().getUid().equals(known.uid))
            .map(node -> Absent.map(node.getMetadata().getAnnotations()).get(known.key))
            .filter(known.text::equals)
            .isPresent();
    if (!same) {
      return;
    }
    edit(
        known.node,
        stored -> {
          Map<String, String> annotations =
              new HashMap<>(Absent.map(stored.getMetadata().getAnnotations()));
          if (known.before.isEmpty()) {
            annotations.remove(known.key);
          } else {
            annotations.put(known.key, known.before);
          }
          stored.getMetadata().setAnnotations(annotations);
        });
  }

  private void spec(String node, Consumer<NodeSpec> change) {
    edit(
        node,
        stored -> {
          NodeSpec spec = stored.getSpec() == null ? new NodeSpec() : Specs.copy(stored.getSpec());
          change.accept(spec);
          stored.setSpec(spec);
        });
  }

  private void edit(String node, Consumer<Node> change) {
    client.edit(
        Kind.NODE,
        node,
        Part.OBJECT,
        stored -> {
          change.accept(stored);
          return stored;
        });
  }

  private Optional<Machine> machine(String node) {
    return Optional.ofNullable(cluster.machines().get(node));
  }

  /// @param text what it was spoilt with
  /// @param before what was there; empty for nothing
  private record Spoilt(String node, String key, String uid, String text, String before) {}
}
