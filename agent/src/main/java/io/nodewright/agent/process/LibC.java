package io.nodewright.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The calls of the C library that this package needs, one method each. A method returns what the
/// call returns, and the negated error number where the call reports failure through `errno`. All
/// calls are linked when the class is initialised.
///
/// They share one shape and one handle: six machine words in, one out. On 64-bit Linux (x86-64 and
/// aarch64) each argument has a register of its own, an `int` is the lower half of one, and a call
/// ignores registers that it has no argument for. Java builds and loads a dozen classes per shape,
/// per bound handle and per kind of memory access at every start; exact shapes cost as much time as
/// all the rest of a run. For the same reason native memory is read and written through byte
/// buffers ([#view]), which need no such classes.
///
/// Constants are those of Linux on both machine types.
final class LibC {

  static final int CLONE_FS = 0x200;
  static final int O_CLOEXEC = 0x80000;
  static final int WNOHANG = 1;
  static final int POLLIN = 1;
  static final int SPAWN_SETPGROUP = 2;
  static final int SPAWN_SETSIGDEF = 4;
  static final int SPAWN_SETSIGMASK = 8;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final int ERRNO = (int) CALL_STATE.byteOffset(PathElement.groupElement("errno"));
  private static final FunctionDescriptor SIX_WORDS =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final MethodHandle CALL = callOfSixWords();

  private static final MemorySegment UNSHARE = find("unshare");
  private static final MemorySegment UMASK = find("umask");
  private static final MemorySegment CHROOT = find("chroot");
  private static final MemorySegment CHDIR = find("chdir");
  private static final MemorySegment OPEN = find("open");
  private static final MemorySegment PIPE = find("pipe2");
  private static final MemorySegment READ = find("read");
  private static final MemorySegment POLL = find("poll");
  private static final MemorySegment CLOSE = find("close");
  private static final MemorySegment WAITPID = find("waitpid");
  private static final MemorySegment SIGFILLSET = find("sigfillset");
  private static final MemorySegment SPAWN = find("posix_spawn");
  private static final MemorySegment ACTIONS_INIT = find("posix_spawn_file_actions_init");
  private static final MemorySegment ADD_DUP2 = find("posix_spawn_file_actions_adddup2");
  private static final MemorySegment ADD_CLOSE_FROM =
      find("posix_spawn_file_actions_addclosefrom_np");
  private static final MemorySegment ATTRIBUTES_INIT = find("posix_spawnattr_init");
  private static final MemorySegment SET_FLAGS = find("posix_spawnattr_setflags");
  private static final MemorySegment SET_GROUP = find("posix_spawnattr_setpgroup");
  private static final MemorySegment SET_DEFAULTS = find("posix_spawnattr_setsigdefault");
  private static final MemorySegment SET_MASK = find("posix_spawnattr_setsigmask");

  private final MemorySegment state;
  private final ByteBuffer stateView;

  /// Calls from one thread.
  ///
  /// @param arena keeps the place of `errno`; one instance serves one thread
  LibC(Arena arena) {
    this.state = arena.allocate(CALL_STATE);
    this.stateView = view(state);
  }

  int unshare(int flags) {
    return call(UNSHARE, flags);
  }

  int umask(int mask) {
    return call(UMASK, mask);
  }

  int chroot(MemorySegment path) {
    return call(CHROOT, path.address());
  }

  int chdir(MemorySegment path) {
    return call(CHDIR, path.address());
  }

  int open(MemorySegment path, int flags) {
    return call(OPEN, path.address(), flags);
  }

  int pipe(MemorySegment twoDescriptors, int flags) {
    return call(PIPE, twoDescriptors.address(), flags);
  }

  int read(int descriptor, MemorySegment buffer, int size) {
    return call(READ, descriptor, buffer.address(), size);
  }

  int poll(MemorySegment entries, int count, int milliseconds) {
    return call(POLL, entries.address(), count, milliseconds);
  }

  int close(int descriptor) {
    return call(CLOSE, descriptor);
  }

  int waitpid(int pid, MemorySegment status, int options) {
    return call(WAITPID, pid, status.address(), options);
  }

  int fillSignalSet(MemorySegment set) {
    return call(SIGFILLSET, set.address());
  }

  /// Unlike the others: 0 or the error number itself.
  int spawn(
      MemorySegment pid,
      MemorySegment program,
      MemorySegment actions,
      MemorySegment attributes,
      MemorySegment arguments,
      MemorySegment environment) {
    return call(
        SPAWN,
        pid.address(),
        program.address(),
        actions.address(),
        attributes.address(),
        arguments.address(),
        environment.address());
  }

  int initFileActions(MemorySegment actions) {
    return call(ACTIONS_INIT, actions.address());
  }

  int addDup2(MemorySegment actions, int from, int to) {
    return call(ADD_DUP2, actions.address(), from, to);
  }

  int addCloseFrom(MemorySegment actions, int lowest) {
    return call(ADD_CLOSE_FROM, actions.address(), lowest);
  }

  int initAttributes(MemorySegment attributes) {
    return call(ATTRIBUTES_INIT, attributes.address());
  }

  int setFlags(MemorySegment attributes, int flags) {
    return call(SET_FLAGS, attributes.address(), flags);
  }

  int setProcessGroup(MemorySegment attributes, int group) {
    return call(SET_GROUP, attributes.address(), group);
  }

  int setDefaultSignals(MemorySegment attributes, MemorySegment signals) {
    return call(SET_DEFAULTS, attributes.address(), signals.address());
  }

  int setSignalMask(MemorySegment attributes, MemorySegment signals) {
    return call(SET_MASK, attributes.address(), signals.address());
  }

  private int call(MemorySegment function, long a) {
    return call(function, a, 0, 0, 0, 0, 0);
  }

  private int call(MemorySegment function, long a, long b) {
    return call(function, a, b, 0, 0, 0, 0);
  }

  private int call(MemorySegment function, long a, long b, long c) {
    return call(function, a, b, c, 0, 0, 0);
  }

  private int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    int result;
    try {
      result = (int) (long) CALL.invokeExact(function, state, a, b, c, d, e, f);
    } catch (Throwable thrown) {
      throw new IllegalStateException("a system call could not be made", thrown);
    }
    return result < 0 ? -stateView.getInt(ERRNO) : result;
  }

  // Restricted: a wrong shape corrupts memory. Every function above takes at most six words.
  @SuppressWarnings("restricted")
  private static MethodHandle callOfSixWords() {
    return LINKER.downcallHandle(SIX_WORDS, CAPTURE);
  }

  private static MemorySegment find(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "the C library has no \"" + name + "\": glibc 2.34 or newer is needed"));
  }

  /// The memory as numbers of this machine.
  static ByteBuffer view(MemorySegment memory) {
    return memory.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /// Room for the structs whose layout is the C library's own business; each is far smaller.
  static MemorySegment opaque(Arena arena) {
    return arena.allocate(MemoryLayout.sequenceLayout(128, JAVA_LONG));
  }
}
