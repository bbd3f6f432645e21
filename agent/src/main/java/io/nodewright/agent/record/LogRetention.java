package io.nodewright.agent.record;

import io.nodewright.agent.host.GuardedTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Keeps the newest five logs of one step (06 §6.3, A49, A50).
///
/// @param directory where the step's logs are
/// @param base the step's name in the names of its logs
public record LogRetention(GuardedTree logs, String directory, String base) {

  private static final int KEPT = 5;

  /// Removes the older ones, and with each the `.err` file that 6.x wrote beside it.
  ///
  /// @throws IOException when one cannot be removed
  public void trim() throws IOException {
    List<LogName> found = all();
    found.sort(LogName::byAge);
    for (int i = 0; i < found.size() - KEPT; i++) {
      String file = directory + "/" + found.get(i).file();
      logs.delete(file);
      logs.delete(file + ".err");
    }
  }

  List<LogName> all() throws IOException {
    List<LogName> found = new ArrayList<>();
    for (String file : logs.fileNames(directory)) {
      LogName.parse(file, base).ifPresent(found::add);
    }
    return found;
  }
}
