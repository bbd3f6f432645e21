package io.nodewright.agent.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The descriptors of one child: an empty stdin and two pipes. All are closed on `exec`; the child
/// gets copies as 0, 1, 2.
///
/// @param stdin `/dev/null` of the container: the host's may be missing
record Descriptors(int stdin, int stdout, int childStdout, int stderr, int childStderr) {

  static Descriptors open(LibC libc, Arena arena) {
    int nothing = libc.open(arena.allocateFrom("/dev/null"), LibC.O_CLOEXEC);
    require("/dev/null cannot be opened", nothing);
    MemorySegment out = arena.allocate(2L * Integer.BYTES, Integer.BYTES);
    require("no pipe for stdout", libc.pipe(out, LibC.O_CLOEXEC));
    MemorySegment err = arena.allocate(2L * Integer.BYTES, Integer.BYTES);
    require("no pipe for stderr", libc.pipe(err, LibC.O_CLOEXEC));
    return new Descriptors(
        nothing,
        LibC.view(out).getInt(0),
        LibC.view(out).getInt(Integer.BYTES),
        LibC.view(err).getInt(0),
        LibC.view(err).getInt(Integer.BYTES));
  }

  void closeChildSide(LibC libc) {
    libc.close(stdin);
    libc.close(childStdout);
    libc.close(childStderr);
  }

  void closeOwnSide(LibC libc) {
    libc.close(stdout);
    libc.close(stderr);
  }

  private static void require(String what, int result) {
    if (result < 0) {
      throw new IllegalStateException(what + ": " + ErrorNumber.text(-result));
    }
  }
}
