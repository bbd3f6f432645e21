package io.nodewright.cli.edit;

import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.cli.console.Documents;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.SortedMap;
import tools.jackson.databind.node.ObjectNode;

/// Merge patches of the annotation `nodeState_<nw>`.
final class RecordPatches {

  private RecordPatches() {}

  /// Stores these entries; with none the whole annotation goes.
  static ObjectNode store(String nodeWright, SortedMap<PackageRef, PackageRecord> entries) {
    ObjectNode patch = Documents.object();
    ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
    if (entries.isEmpty()) {
      annotations.putNull(Keys.nodeState(nodeWright));
    } else {
      annotations.put(Keys.nodeState(nodeWright), NodeStates.write(new NodeState.Known(entries)));
    }
    return patch;
  }
}
