package io.nodewright.agent.step;

import io.nodewright.agent.config.Step;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.report.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/// The program of a step, as it lies in the package (06 §6.1).
///
/// @param hostPath the name it is started by
/// @param file what that name leads to, inside the host root
/// @param copy what COPY leads to, inside the host root
public record StepFile(String hostPath, Path file, Path copy) {

  private static final Set<PosixFilePermission> EXECUTE =
      Set.of(
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_EXECUTE);

  /// Why a file cannot be a step's program.
  public static final class Unfit extends Exception {

    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message, null, false, false);
    }

    /// The cause; never null.
    public String cause() {
      return String.valueOf(getMessage());
    }
  }

  /// Finds the file and makes it executable.
  ///
  /// @throws Unfit naming the step (06 B35, B36, B41)
  static StepFile prepare(HostRoot root, String copy, Step step) throws Unfit {
    String hostPath = copy + "/skyhook_dir/" + step.path();
    String name = "\"" + step.path() + "\"";
    Path file;
    Path copyDirectory;
    try {
      file = root.resolve(hostPath);
      copyDirectory = root.resolve(copy);
      if (!file.startsWith(copyDirectory)) {
        throw new Unfit("step " + name + " leads outside the package directory");
      }
    } catch (IOException e) {
      throw new Unfit("step " + name + " cannot be looked up: " + Causes.of(e));
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new Unfit("step files not found: " + step.path()); // gone since the config was read
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new Unfit("step " + name + " is not a regular file");
    }
    makeExecutable(file, name);
    return new StepFile(hostPath, file, copyDirectory);
  }

  /// The name by which it is started there.
  String programSeen(StepRoot place, HostRoot root) {
    return seen(hostPath, file, place, root);
  }

  /// COPY as the step sees it.
  ///
  /// @param hostPath COPY
  String copySeen(String hostPath, StepRoot place, HostRoot root) {
    return seen(hostPath, copy, place, root);
  }

  /// A name that holds links is replaced by what it leads to when the step runs in the container:
  /// an absolute link of the host would lead into the container's own files there.
  private static String seen(String hostPath, Path leadsTo, StepRoot place, HostRoot root) {
    return place.prefix().isEmpty() ? hostPath : place.prefix() + root.hostPath(leadsTo);
  }

  /// A file that has all three bits is not touched; else set-id and sticky bits go (A38).
  private static void makeExecutable(Path file, String name) throws Unfit {
    try {
      Set<PosixFilePermission> now = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
      if (!now.containsAll(EXECUTE)) {
        Set<PosixFilePermission> wanted = EnumSet.copyOf(EXECUTE);
        wanted.addAll(now);
        Files.setPosixFilePermissions(file, wanted);
      }
    } catch (IOException e) {
      throw new Unfit("setting permissions on " + name + ": " + Causes.of(e));
    }
  }
}
