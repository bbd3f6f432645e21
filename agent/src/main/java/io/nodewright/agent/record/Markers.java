package io.nodewright.agent.record;

import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.host.GuardedTree;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.report.UtcTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The completion markers of one package version, in `flags/<PKG>/<VER>` (06 §8). They are shared
/// with agents of the 6.x and 7.x lines, whose markers lack the lines that name fingerprint and
/// package key.
public final class Markers {

  private static final String FINGERPRINT = "fingerprint: ";
  private static final String PACKAGE_KEY = "package_key: ";

  private final GuardedTree state;
  private final String directory;
  private final String packageKey;
  private final InstantSource clock;

  /// The markers of that package version.
  ///
  /// @param packageKey KEY; two keys may share one package name and version (06 §8.3)
  public Markers(GuardedTree state, PackageConfig config, String packageKey, InstantSource clock) {
    this.state = state;
    this.directory = "flags/" + config.name() + "/" + config.version() + "/";
    this.packageKey = packageKey;
    this.clock = clock;
  }

  /// Whether the step is recorded as done, by either marker (06 §8.3).
  ///
  /// @throws AgentFailure when something that is no marker is in a marker's place (06 B54, B55)
  public boolean present(Step step) throws AgentFailure {
    MarkerNames names = MarkerNames.of(step);
    try {
      boolean legacy = counts(names.legacy(), names);
      return counts(names.fingerprintFile(), names) || legacy;
    } catch (IOException e) {
      throw Phase.MARKER.failure(Causes.of(e));
    }
  }

  /// Records the step as done, under both names or not at all (06 §8.2).
  ///
  /// @throws AgentFailure when it is done but could not be recorded (06 B56)
  public void set(Step step) throws AgentFailure {
    MarkerNames names = MarkerNames.of(step);
    byte[] content = content(step, names).getBytes(StandardCharsets.UTF_8);
    try {
      boolean legacyIsNew = MarkerNames.fits(names.legacy()) && !holds(names.legacy());
      write(names.legacy(), content);
      try {
        write(names.fingerprintFile(), content);
      } catch (IOException e) {
        if (legacyIsNew) {
          state.delete(directory + names.legacy());
        }
        throw e;
      }
    } catch (IOException e) {
      throw Phase.MARKER.failure(
          "step \"%s\" is done but could not be recorded: %s".formatted(step.path(), Causes.of(e)));
    }
  }

  /// Writes the marker that a run which was killed between its two did not come to: an agent of the
  /// 7.x line looks at one of them only. What an older agent left stays as it is.
  ///
  /// @throws AgentFailure when it could not be written
  public void complete(Step step) throws AgentFailure {
    MarkerNames names = MarkerNames.of(step);
    try {
      Optional<String> legacy = text(names.legacy());
      if (legacy.isPresent()
          && isOwn(legacy.get(), names)
          && !counts(names.fingerprintFile(), names)) {
        write(names.fingerprintFile(), legacy.get().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw Phase.MARKER.failure(
          "step \"%s\" is done but could not be recorded: %s".formatted(step.path(), Causes.of(e)));
    }
  }

  private boolean isOwn(String text, MarkerNames names) {
    List<String> lines = text.lines().toList();
    return lines.contains(FINGERPRINT + names.fingerprint())
        && lines.contains(PACKAGE_KEY + packageKey);
  }

  /// Removes the markers of every step of every mode; those of another key stay (06 §8.3, A73).
  ///
  /// @throws AgentFailure when one cannot be removed
  public void removeAll(PackageConfig config) throws AgentFailure {
    try {
      for (Step step : config.allSteps()) {
        MarkerNames names = MarkerNames.of(step);
        remove(names.legacy());
        remove(names.fingerprintFile());
      }
    } catch (IOException e) {
      throw Phase.MARKER.failure("cannot be removed: " + Causes.of(e));
    }
  }

  private boolean counts(String name, MarkerNames names) throws IOException {
    Optional<String> text = text(name);
    return text.isPresent()
        && lineIs(text.get(), FINGERPRINT, names.fingerprint())
        && lineIs(text.get(), PACKAGE_KEY, packageKey);
  }

  private void remove(String name) throws IOException {
    Optional<String> text = text(name);
    if (text.isPresent() && lineIs(text.get(), PACKAGE_KEY, packageKey)) {
      state.delete(directory + name);
    }
  }

  /// Whether the line has that value; an older agent's marker has no such line and counts.
  private static boolean lineIs(String text, String name, String value) {
    return text.lines().noneMatch(line -> line.startsWith(name) && !line.equals(name + value));
  }

  private Optional<String> text(String name) throws IOException {
    if (!MarkerNames.fits(name)) {
      return Optional.empty();
    }
    return state.read(directory + name).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  private boolean holds(String name) throws IOException {
    return state.holds(directory + name);
  }

  private void write(String name, byte[] content) throws IOException {
    if (MarkerNames.fits(name)) {
      state.write(directory + name, content);
    }
  }

  private String content(Step step, MarkerNames names) {
    return "last_run: "
        + UtcTime.rfc3339(clock.instant())
        + "\nstep_always_runs: "
        + step.alwaysRuns()
        + "\n"
        + FINGERPRINT
        + names.fingerprint()
        + "\n"
        + PACKAGE_KEY
        + packageKey;
  }
}
