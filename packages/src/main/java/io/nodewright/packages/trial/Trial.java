package io.nodewright.packages.trial;

import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Takes a package through its life, stage by stage, as the operator would.
public final class Trial {

  private final TrialPlan plan;
  private final Consumer<StageOutcome> told;
  private boolean good = true;

  /// @param told is told of each stage when it is over
  public Trial(TrialPlan plan, Consumer<StageOutcome> told) {
    this.plan = plan;
    this.told = told;
  }

  /// Runs it.
  ///
  /// @param work an empty folder, on a file system that can carry an overlay
  /// @return whether everything is as it should be
  /// @throws IOException when this computer does not let us, or something of the package cannot be
  ///   read
  public boolean run(Path work) throws IOException {
    List<PackageFolder> all = new ArrayList<>(plan.before());
    all.add(plan.tried());
    for (PackageFolder each : all) {
      requireConfig(new InstalledPackage(work, each));
    }
    try (TrialHost host = TrialHost.start(work)) {
      boolean lived =
          !(plan.wants("apply") || plan.wants("config")) || life(new TriedStages(host, plan));
      if (lived && !plan.before().isEmpty() && plan.wants("upgrade")) {
        upgraded(new TriedStages(host, plan), plan.before().getFirst());
      }
    }
    return good;
  }

  private void requireConfig(InstalledPackage installed) throws IOException {
    List<String> missing = installed.missing(plan.config());
    if (!missing.isEmpty()) {
      throw new IOException(
          "%s expects the config keys %s; give them with --config KEY=VALUE or --config-file KEY=FILE"
              .formatted(installed.source().folder(), String.join(", ", missing)));
    }
  }

  /// Installed, run again, changed, uninstalled.
  private boolean life(TriedStages on) throws IOException {
    HostTree before = on.tree();
    on.install(plan.tried());
    if (!(tell("apply", on.stage("apply", "apply"))
        && tell("config", on.stage("config", "config")))) {
      return false;
    }
    if (!interrupted(on)) {
      return false;
    }
    if (!(tell("apply", on.again("apply again", "apply"))
        && tell("config", on.again("config again", "config")))) {
      return false;
    }
    if (on.installed().source().config().expectedConfigFiles().isEmpty()
        && plan.change().isEmpty()) {
      // Nothing that could change is known.
    } else if (plan.change().isEmpty()) {
      leaveOut("config", "config change", "give other values with --change KEY=VALUE");
    } else if (plan.wants("config")) {
      on.configure(plan.change());
      if (!tell("config", on.stage("config change", "config"))) {
        return false;
      }
    }
    if (plan.before().isEmpty() && on.has("upgrade")) {
      leaveOut("upgrade", "upgrade", "give an older version with --upgrade-from FOLDER");
    }
    return tell("uninstall", on.uninstall("uninstall", before));
  }

  private boolean interrupted(TriedStages on) throws IOException {
    if (plan.interrupt().isEmpty()) {
      if (on.has("post-interrupt")) {
        leaveOut("post-interrupt", "post-interrupt", "give an interrupt with --interrupt TYPE");
      }
      return true;
    }
    return tell("interrupt", on.interrupt())
        && (!plan.wants("post-interrupt")
            || tell("post-interrupt", on.stage("post-interrupt", "post-interrupt")));
  }

  /// An older version installed, upgraded, uninstalled.
  private void upgraded(TriedStages on, PackageFolder older) throws IOException {
    HostTree before = on.tree();
    String version = older.config().version();
    on.install(older);
    boolean installed =
        tell("upgrade", on.stage("apply of " + version, "apply"))
            && tell("upgrade", on.stage("config of " + version, "config"));
    if (installed) {
      on.install(plan.tried());
      boolean _ =
          tell("upgrade", on.stage("upgrade from " + version, "upgrade"))
              && tell("upgrade", on.stage("config after upgrade", "config"))
              && tell("uninstall", on.uninstall("uninstall after upgrade", before));
    }
  }

  private void leaveOut(String stage, String name, String why) throws IOException {
    tell(
        stage,
        () -> new StageOutcome(name, StageOutcome.Verdict.LEFT_OUT, List.of(), List.of(), why));
  }

  /// Runs a stage if it is wanted, and tells of it.
  ///
  /// @return whether to go on
  private boolean tell(String stage, TriedStages.Work work) throws IOException {
    if (!plan.wants(stage)) {
      return true;
    }
    StageOutcome outcome = work.done();
    told.accept(outcome);
    good &= outcome.good();
    return outcome.goesOn();
  }
}
