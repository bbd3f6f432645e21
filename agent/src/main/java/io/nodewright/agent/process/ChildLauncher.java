package io.nodewright.agent.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts a command in a changed root, with the given working directory, its own process group,
/// umask 022, default signals, empty stdin and no descriptor but the three (06 §6.1).
///
/// Root, working directory and umask belong to a thread once it has left the process's common ones
/// (`unshare(CLONE_FS)`). So a thread of its own leaves them, changes root and spawns; every other
/// thread of the agent keeps its root. The decision page "The agent starts steps by system calls"
/// tells why.
public final class ChildLauncher {

  static final String SPAWN = "posix_spawn";

  private static final int UMASK = 022;

  private final Arena arena;
  private final LibC libc;
  private final Command command;

  // Prepared before root is changed; in the changed root nothing may be loaded, linked or looked
  // up.
  private final MemorySegment container;
  private final MemorySegment root;
  private final MemorySegment workingDirectory;
  private final MemorySegment program;
  private final MemorySegment nothing;
  private final MemorySegment arguments;
  private final MemorySegment environment;
  private final MemorySegment actions;
  private final MemorySegment attributes;
  private final MemorySegment pid;

  // Written by the starting thread, read after it has ended.
  private @Nullable String refusedCall;
  private int refusedFor;
  private @Nullable Throwable broken;

  private ChildLauncher(Arena arena, Command command) {
    this.arena = arena;
    this.libc = new LibC(arena);
    this.command = command;
    this.container = arena.allocateFrom("/");
    this.root = arena.allocateFrom(command.root());
    this.workingDirectory = arena.allocateFrom(command.workingDirectory());
    this.program = arena.allocateFrom(command.program());
    this.nothing = arena.allocateFrom("");
    this.arguments = arguments();
    this.environment = environment();
    this.actions = LibC.opaque(arena);
    this.attributes = LibC.opaque(arena);
    this.pid = arena.allocate(Integer.BYTES, Integer.BYTES);
  }

  /// Starts it. The caller must follow a running child to its end.
  ///
  /// @throws InterruptedException when the agent's own thread is interrupted
  public static Start start(Command command) throws InterruptedException {
    try (Arena arena = Arena.ofShared()) {
      return new ChildLauncher(arena, command).start();
    }
  }

  private Start start() throws InterruptedException {
    Descriptors descriptors = Descriptors.open(libc, arena);
    try {
      describe(descriptors);
      Thread.ofPlatform().name("step-start").start(this::startOnOwnThread).join();
    } finally {
      descriptors.closeChildSide(libc);
    }
    if (broken == null && refusedCall == null) {
      return new Start.Running(
          new Child(LibC.view(pid).getInt(0), descriptors.stdout(), descriptors.stderr()));
    }
    descriptors.closeOwnSide(libc);
    if (refusedCall != null) {
      return new Start.Refused(refusedCall, refusedFor);
    }
    throw new IllegalStateException("the starting thread broke off", broken);
  }

  private void describe(Descriptors descriptors) {
    libc.initFileActions(actions);
    libc.addDup2(actions, descriptors.stdin(), 0);
    libc.addDup2(actions, descriptors.childStdout(), 1);
    libc.addDup2(actions, descriptors.childStderr(), 2);
    libc.addCloseFrom(actions, 3);
    libc.initAttributes(attributes);
    libc.setFlags(attributes, LibC.SPAWN_SETPGROUP | LibC.SPAWN_SETSIGDEF | LibC.SPAWN_SETSIGMASK);
    libc.setProcessGroup(attributes, 0);
    MemorySegment signals = LibC.opaque(arena);
    libc.setSignalMask(attributes, signals); // blocks none
    libc.fillSignalSet(signals);
    libc.setDefaultSignals(attributes, signals);
  }

  private void startOnOwnThread() {
    try {
      inChangedRoot();
    } catch (RuntimeException | Error e) {
      broken = e;
    }
  }

  /// Each call is made once on the container's own root first: what Java loads or links at a first
  /// call is then loaded while its files can still be found.
  private void inChangedRoot() {
    if (refuses("unshare", libc.unshare(LibC.CLONE_FS))) {
      return;
    }
    libc.spawn(pid, nothing, actions, attributes, arguments, environment); // refused: no such file
    if (!command.root().equals("/")) {
      if (refuses("chroot", libc.chroot(container))
          || refuses("chdir", libc.chdir(container))
          || refuses("chroot", libc.chroot(root))) {
        return;
      }
    }
    libc.umask(UMASK);
    if (refuses("chdir", libc.chdir(workingDirectory))) {
      return;
    }
    refuses(SPAWN, -libc.spawn(pid, program, actions, attributes, arguments, environment));
  }

  private boolean refuses(String call, int result) {
    if (result < 0) {
      refusedCall = call; // plain fields: in the changed root no class may be loaded
      refusedFor = -result;
    }
    return result < 0;
  }

  private MemorySegment arguments() {
    List<String> all = new ArrayList<>();
    all.add(command.program());
    all.addAll(command.arguments());
    return texts(all);
  }

  private MemorySegment environment() {
    List<String> all = new ArrayList<>();
    command.environment().forEach((name, value) -> all.add(name + "=" + value));
    return texts(all);
  }

  /// A C array of texts, closed by a null pointer.
  private MemorySegment texts(List<String> texts) {
    MemorySegment array = arena.allocate((texts.size() + 1L) * Long.BYTES, Long.BYTES);
    ByteBuffer pointers = LibC.view(array);
    for (String text : texts) {
      pointers.putLong(arena.allocateFrom(text).address());
    }
    return array; // was made of zeros
  }
}
