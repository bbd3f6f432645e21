package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a pass collects for one node while it goes through the rules: the record as it will be, and
/// actions in the order in which they have to happen.
final class NodeWork {

  private final NodeCase node;
  private SortedMap<PackageRef, PackageRecord> entries;
  private boolean entriesAreOwn;
  private final SortedMap<PackageRef, PackageRecord> put = new TreeMap<>();
  private final SortedSet<PackageRef> remove = new TreeSet<>();
  private final SortedSet<PackageRef> judged = new TreeSet<>();
  private final SortedSet<String> voided = new TreeSet<>();
  private boolean metadataWritten;
  private final List<NodeEdit> otherEdits = new ArrayList<>();
  private final List<Action> first = new ArrayList<>();
  private final List<Action> afterPatch = new ArrayList<>();
  private final List<Action> last = new ArrayList<>();
  private final SortedMap<String, String> told = new TreeMap<>();
  private final List<Verdict> verdicts = new ArrayList<>();

  NodeWork(NodeCase node) {
    this.node = node;
    this.entries = node.entries();
  }

  /// The record as it will be after this pass's patch.
  SortedMap<PackageRef, PackageRecord> entries() {
    return entriesAreOwn ? Collections.unmodifiableSortedMap(entries) : entries;
  }

  /// The record, to be changed: until then it is the stored one itself.
  private SortedMap<PackageRef, PackageRecord> ownEntries() {
    if (!entriesAreOwn) {
      entries = new TreeMap<>(entries);
      entriesAreOwn = true;
    }
    return entries;
  }

  void put(PackageRecord record) {
    ownEntries().put(record.ref(), record);
    remove.remove(record.ref());
    put.put(record.ref(), record);
  }

  void put(Map<PackageRef, PackageRecord> records) {
    records.values().forEach(this::put);
  }

  void remove(PackageRef ref) {
    ownEntries().remove(ref);
    put.remove(ref);
    remove.add(ref);
  }

  /// Takes keys of the NodeWright off the node, its whole record among them.
  void forget(SortedSet<NodeEdit.Key> keys) {
    ownEntries().clear();
    edit(new NodeEdit.Remove(keys));
  }

  /// Notes that evidence changed the package's record in this pass: no stage of it starts before a
  /// later pass has seen that stored.
  void judged(PackageRef ref) {
    judged.add(ref);
  }

  boolean wasJudged(PackageRef ref) {
    return judged.contains(ref);
  }

  /// Notes that a Job counts no more, whatever becomes of it: it goes.
  void voided(JobFacts job) {
    voided.add(job.name());
  }

  /// Whether the Job still tells anything: not once it is being deleted.
  boolean counts(JobFacts job) {
    return !job.deleting() && !voided.contains(job.name());
  }

  /// Whether the own cordon is given back in this pass.
  boolean releasesCordon() {
    for (NodeEdit edit : otherEdits) {
      if (edit instanceof NodeEdit.ReleaseCordon) {
        return true;
      }
    }
    return false;
  }

  void edit(NodeEdit edit) {
    otherEdits.add(edit);
  }

  /// Before the patch.
  void first(Action action) {
    first.add(action);
  }

  /// After the patch is stored, in the order given.
  void then(Action action) {
    afterPatch.add(action);
  }

  /// The node-metadata ConfigMap is written, once, before what comes after (03 §10.2).
  void metadata() {
    if (!metadataWritten) {
      metadataWritten = true;
      Subject subject = node.subject();
      then(
          new Action.WriteNodeMetadata(
              node.name(), node.node().uid(), subject.view(), subject.packagesFingerprint()));
    }
  }

  /// After everything else.
  void last(Action action) {
    last.add(action);
  }

  /// Tells of something that stands, when it begins and when its text changes; before all else,
  /// since what it tells of was seen.
  ///
  /// @param topic what it is about, among the topics of this node
  /// @param text what is compared with the last time
  void tell(String topic, String text, Action... events) {
    String key = node.name() + " " + topic;
    told.put(key, text);
    if (!text.equals(node.subject().toldBefore().get(key))) {
      first.addAll(List.of(events));
    }
  }

  /// What was told of, by node and topic.
  SortedMap<String, String> told() {
    return Collections.unmodifiableSortedMap(told);
  }

  void say(String packageName, Verdict.Reason reason, String message, Since since, String release) {
    verdicts.add(new Verdict(node.name(), packageName, reason, message, since, release));
  }

  List<Verdict> verdicts() {
    return List.copyOf(verdicts);
  }

  /// Whether the record is left as it is stored.
  boolean recordStays() {
    return !entriesAreOwn;
  }

  /// Whether any stage begins or any record changes.
  boolean changesRecord() {
    return !put.isEmpty() || !remove.isEmpty();
  }

  boolean idle() {
    return first.isEmpty()
        && afterPatch.isEmpty()
        && last.isEmpty()
        && !changesRecord()
        && otherEdits.isEmpty();
  }

  /// Publishes the node's status where it differs from what is stored.
  void publish(Status status) {
    String word = status.word();
    if (!node.record().statusText().equals(word) || !node.record().statusLabel().equals(word)) {
      otherEdits.add(new NodeEdit.PutStatus(status));
    }
    String version = node.subject().settings().operatorVersion();
    boolean patches = changesRecord() || !otherEdits.isEmpty();
    if (patches && !node.record().versionText().equals(version)) {
      otherEdits.add(new NodeEdit.PutVersion(version));
    }
  }

  /// All actions, in order.
  List<Action> actions() {
    List<NodeEdit> edits = new ArrayList<>();
    if (changesRecord()) {
      edits.add(new NodeEdit.PutRecords(put, remove));
    }
    edits.addAll(otherEdits);
    List<Action> all = new ArrayList<>(first);
    if (!edits.isEmpty()) {
      all.add(new Action.PatchNode(node.node(), node.subject().name(), edits));
    }
    all.addAll(afterPatch);
    all.addAll(last);
    return all;
  }
}
