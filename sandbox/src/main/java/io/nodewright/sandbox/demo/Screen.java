package io.nodewright.sandbox.demo;

import java.io.PrintStream;
import java.util.List;

/// Where the picture is shown: redrawn in place on a terminal; elsewhere a line for each change.
final class Screen {

  private final PrintStream out;
  private final boolean terminal;
  private int drawn;
  private List<String> last = List.of();

  Screen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// A line that stays.
  void say(String line) {
    drawn = 0;
    out.println(line);
  }

  /// Shows the picture as it is now.
  void show(Picture picture) {
    if (picture.lines().equals(last)) {
      return;
    }
    if (terminal) {
      redraw(picture);
    } else {
      out.printf("%d/%d nodes complete%n", picture.complete(), picture.total());
      picture.lines().stream().filter(line -> !last.contains(line)).forEach(out::println);
    }
    last = picture.lines();
  }

  private void redraw(Picture picture) {
    if (drawn > 0) {
      out.print("\033[" + drawn + "A");
    }
    for (String line : picture.lines()) {
      out.print(line + "\033[K\n");
    }
    out.printf(
        "%d/%d nodes complete, NodeWright %s\033[K%n",
        picture.complete(), picture.total(), picture.status());
    drawn = picture.lines().size() + 1;
    out.flush();
  }
}
