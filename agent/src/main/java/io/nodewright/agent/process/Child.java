package io.nodewright.agent.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A running child. One thread does all: it waits for output of either pipe, passes it on, and now
/// and then asks whether the child has ended, which matters only when somebody else still holds a
/// pipe.
public final class Child {

  private static final int BUFFER = 16 * 1024;
  private static final int LOOK_EVERY_MS = 100;

  // struct pollfd: int fd, short events, short revents. A negative fd is passed over.
  private static final int POLLFD = 8;
  private static final int EVENTS = 4;
  private static final int REVENTS = 6;

  // As process 1 of a container the agent inherits what its children leave behind. A program that
  // waits for such a process to be gone would wait for ever if nobody took its end.
  private static final boolean INHERITS = ProcessHandle.current().pid() == 1;
  private static final int ANY = -1;

  private final int pid;
  private final int[] pipes;
  private @Nullable Ending ending;
  private long endedAt;
  private @Nullable String lost;

  Child(int pid, int stdout, int stderr) {
    this.pid = pid;
    this.pipes = new int[] {stdout, stderr};
  }

  /// Passes output on until the child has ended and its output with it, or `patience` after its
  /// end.
  ///
  /// @param patience how long to wait for output that a process left behind by the child holds open
  public Followed follow(Output output, Duration patience) {
    try (Arena arena = Arena.ofConfined()) {
      LibC libc = new LibC(arena);
      MemorySegment status = arena.allocate(Integer.BYTES, Integer.BYTES);
      Capture capture = new Capture(libc, arena);
      while (capture.open() && !(ending != null && outOf(patience))) {
        capture.once(output, ending == null ? LOOK_EVERY_MS : LOOK_EVERY_MS / 5);
        lookForEnd(libc, status, LibC.WNOHANG);
      }
      boolean heldOpen = capture.open();
      lookForEnd(libc, status, 0);
      for (int pipe : pipes) {
        libc.close(pipe);
      }
      return new Followed(ended(), capture.result(heldOpen));
    }
  }

  private boolean outOf(Duration patience) {
    return System.nanoTime() - endedAt > patience.toNanos();
  }

  private void lookForEnd(LibC libc, MemorySegment status, int options) {
    while (ending == null) {
      int result = libc.waitpid(INHERITS ? ANY : pid, status, options);
      if (result == pid) {
        ending = Ending.of(LibC.view(status).getInt(0));
        endedAt = System.nanoTime();
      } else if (result == 0) {
        return; // runs on
      } else if (result < 0 && result != -ErrorNumber.EINTR) {
        throw new IllegalStateException("child lost: " + ErrorNumber.text(-result));
      }
    }
  }

  private Ending ended() {
    if (ending == null) {
      throw new IllegalStateException("the child has not ended");
    }
    return ending;
  }

  /// Both pipes, until each is at its end.
  private final class Capture {

    private final LibC libc;
    private final MemorySegment entries;
    private final ByteBuffer entriesView;
    private final MemorySegment buffer;
    private final ByteBuffer bufferView;
    private final byte[] bytes = new byte[BUFFER];

    Capture(LibC libc, Arena arena) {
      this.libc = libc;
      this.buffer = arena.allocate(BUFFER);
      this.bufferView = LibC.view(buffer);
      this.entries = arena.allocate(2L * POLLFD, POLLFD);
      this.entriesView = LibC.view(entries);
      for (int i = 0; i < pipes.length; i++) {
        entriesView.putInt(i * POLLFD, pipes[i]);
        entriesView.putShort(i * POLLFD + EVENTS, (short) LibC.POLLIN);
      }
    }

    boolean open() {
      return entriesView.getInt(0) >= 0 || entriesView.getInt(POLLFD) >= 0;
    }

    /// Waits at most that long for output and passes on what is there.
    void once(Output output, int milliseconds) {
      if (libc.poll(entries, pipes.length, milliseconds) <= 0) {
        return;
      }
      for (int i = 0; i < pipes.length; i++) {
        if (entriesView.getShort(i * POLLFD + REVENTS) != 0) {
          take(i, output);
        }
      }
    }

    private void take(int i, Output output) {
      int count = libc.read(pipes[i], buffer, BUFFER);
      if (count == -ErrorNumber.EINTR) {
        return;
      }
      if (count <= 0) {
        entriesView.putInt(i * POLLFD, -1);
        return;
      }
      if (lost != null) {
        return; // read on, so that the child is not stopped by a full pipe
      }
      bufferView.get(0, bytes, 0, count);
      try {
        if (i == 0) {
          output.stdout(bytes, count);
        } else {
          output.stderr(bytes, count);
        }
      } catch (IOException e) {
        lost = String.valueOf(e.getMessage());
      }
    }

    Followed.Capture result(boolean heldOpen) {
      if (lost != null) {
        return new Followed.Capture.Lost(lost);
      }
      return heldOpen ? new Followed.Capture.HeldOpen() : new Followed.Capture.Whole();
    }
  }
}
