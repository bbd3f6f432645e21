package io.nodewright.agent.record;

import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonFault;
import io.nodewright.agent.json.JsonReader;
import io.nodewright.agent.json.JsonText;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.report.UtcTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The versions of one package that were on this host, newest first: `history/<PKG>.json` (06 §9).
public final class History {

  /// What is recorded when a package was taken off.
  public static final String UNINSTALLED = "uninstalled";

  private static final String UNKNOWN = "unknown";
  private static final int MAX_ENTRIES = 100;

  private final GuardedTree state;
  private final String file;
  private final Messages messages;
  private final InstantSource clock;

  /// The ledger of that package.
  public History(GuardedTree state, String packageName, Messages messages, InstantSource clock) {
    this.state = state;
    this.file = "history/" + packageName + ".json";
    this.messages = messages;
    this.clock = clock;
  }

  /// @param time kept as it was written; older agents used another form
  private record Entry(String version, String time) {}

  private record Ledger(String currentVersion, List<Entry> entries) {
    static final Ledger EMPTY = new Ledger("", List.of());
  }

  /// Removes what an earlier run, killed while it wrote, left beside the ledger.
  ///
  /// @throws AgentFailure when a link or a file is in the directory's place (06 B54)
  public void sweep() throws AgentFailure {
    try {
      state.sweep("history");
    } catch (IOException e) {
      throw Phase.HISTORY.failure("cannot be read: " + Causes.of(e));
    }
  }

  /// The version that is on the host: `unknown` without a ledger, `uninstalled` after an uninstall.
  /// Creates nothing (A71).
  ///
  /// @throws AgentFailure when something else is in the ledger's place (06 B53)
  public String currentVersion() throws AgentFailure {
    String version = ledger().currentVersion();
    return version.isEmpty() ? UNKNOWN : version;
  }

  /// That version, or [#UNINSTALLED], is on the host from now on.
  ///
  /// @throws AgentFailure when the ledger cannot be written
  public void record(String version) throws AgentFailure {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry(version, UtcTime.rfc3339(clock.instant())));
    for (Entry entry : ledger().entries()) {
      if (entries.size() < MAX_ENTRIES) {
        entries.add(entry);
      }
    }
    try {
      state.write(file, text(version, entries).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Phase.HISTORY.failure("cannot be written: " + Causes.of(e));
    }
  }

  private Ledger ledger() throws AgentFailure {
    try {
      Optional<byte[]> bytes = state.read(file);
      if (bytes.isEmpty()) {
        return Ledger.EMPTY;
      }
      Optional<Ledger> ledger = parse(bytes.get());
      return ledger.isPresent() ? ledger.get() : setAside();
    } catch (IOException e) {
      throw Phase.HISTORY.failure("cannot be read: " + Causes.of(e));
    }
  }

  /// A damaged ledger is kept for people and counts as absent (06 B53, A75).
  private Ledger setAside() throws IOException {
    String name = file.substring(file.indexOf('/') + 1) + ".backup";
    state.rename(file, name);
    messages.error(
        "history: not a version history, moved aside and begun anew",
        Detail.of("file", state.shown(file)),
        Detail.of("backup", name));
    return Ledger.EMPTY;
  }

  private static Optional<Ledger> parse(byte[] bytes) {
    try {
      if (!(JsonReader.read(bytes).value() instanceof Json.Obj ledger)) {
        return Optional.empty();
      }
      Json current = ledger.fields().getOrDefault("current-version", new Json.Text(""));
      Json history = ledger.fields().getOrDefault("history", new Json.Arr(List.of()));
      if (!(current instanceof Json.Text(String version))
          || !(history instanceof Json.Arr(List<Json> items))) {
        return Optional.empty();
      }
      List<Entry> entries = new ArrayList<>();
      for (Json item : items) {
        if (!(item instanceof Json.Obj entry)
            || !(entry.fields().get("version") instanceof Json.Text(String entryVersion))
            || !(entry.fields().get("time") instanceof Json.Text(String time))) {
          return Optional.empty();
        }
        entries.add(new Entry(entryVersion, time));
      }
      return Optional.of(new Ledger(version, entries));
    } catch (JsonFault e) {
      return Optional.empty();
    }
  }

  private static String text(String version, List<Entry> entries) {
    StringBuilder json = new StringBuilder();
    json.append("{\n  \"current-version\": ").append(JsonText.quote(version));
    json.append(",\n  \"history\": [");
    String separator = "\n";
    for (Entry entry : entries) {
      json.append(separator).append("    {\n      \"version\": ");
      json.append(JsonText.quote(entry.version())).append(",\n      \"time\": ");
      json.append(JsonText.quote(entry.time())).append("\n    }");
      separator = ",\n";
    }
    return json.append("\n  ]\n}\n").toString();
  }
}
