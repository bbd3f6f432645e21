package io.nodewright.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The calls of the C library that this package needs, one method each. A method returns what the
/// call returns, and the negated error number where the call reports failure through `errno`. All
/// calls are linked when the class is initialised.
///
/// Constants are those of Linux; they are the same on x86-64 and aarch64.
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
  private static final VarHandle ERRNO = CALL_STATE.varHandle(PathElement.groupElement("errno"));

  // Shapes, shared so that the linker makes each of them once.
  private static final FunctionDescriptor NUMBER = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
  private static final FunctionDescriptor POINTER = FunctionDescriptor.of(JAVA_INT, ADDRESS);
  private static final FunctionDescriptor POINTER_NUMBER =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);
  private static final FunctionDescriptor POINTER_POINTER =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);

  private static final MethodHandle UNSHARE = link("unshare", NUMBER);
  private static final MethodHandle UMASK = link("umask", NUMBER);
  private static final MethodHandle CLOSE = link("close", NUMBER);
  private static final MethodHandle CHROOT = link("chroot", POINTER);
  private static final MethodHandle CHDIR = link("chdir", POINTER);
  private static final MethodHandle SIGFILLSET = link("sigfillset", POINTER);
  private static final MethodHandle ACTIONS_INIT = link("posix_spawn_file_actions_init", POINTER);
  private static final MethodHandle ATTRIBUTES_INIT = link("posix_spawnattr_init", POINTER);
  private static final MethodHandle OPEN = link("open", POINTER_NUMBER);
  private static final MethodHandle PIPE = link("pipe2", POINTER_NUMBER);
  private static final MethodHandle ADD_CLOSE_FROM =
      link("posix_spawn_file_actions_addclosefrom_np", POINTER_NUMBER);
  // The C type is short; a small positive int is passed alike.
  private static final MethodHandle SET_FLAGS = link("posix_spawnattr_setflags", POINTER_NUMBER);
  private static final MethodHandle SET_GROUP = link("posix_spawnattr_setpgroup", POINTER_NUMBER);
  private static final MethodHandle SET_DEFAULTS =
      link("posix_spawnattr_setsigdefault", POINTER_POINTER);
  private static final MethodHandle SET_MASK = link("posix_spawnattr_setsigmask", POINTER_POINTER);
  private static final MethodHandle ADD_DUP2 =
      link(
          "posix_spawn_file_actions_adddup2",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle SPAWN =
      link(
          "posix_spawn",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle READ =
      link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle POLL =
      link("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle WAITPID =
      link("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

  private final MemorySegment state;

  /// Calls from one thread.
  ///
  /// @param arena keeps the place of `errno`; one instance serves one thread
  LibC(Arena arena) {
    this.state = arena.allocate(CALL_STATE);
  }

  int unshare(int flags) {
    return number(UNSHARE, flags);
  }

  int umask(int mask) {
    return number(UMASK, mask);
  }

  int close(int descriptor) {
    return number(CLOSE, descriptor);
  }

  int chroot(MemorySegment path) {
    return pointer(CHROOT, path);
  }

  int chdir(MemorySegment path) {
    return pointer(CHDIR, path);
  }

  int fillSignalSet(MemorySegment set) {
    return pointer(SIGFILLSET, set);
  }

  int initFileActions(MemorySegment actions) {
    return pointer(ACTIONS_INIT, actions);
  }

  int initAttributes(MemorySegment attributes) {
    return pointer(ATTRIBUTES_INIT, attributes);
  }

  int open(MemorySegment path, int flags) {
    return pointerNumber(OPEN, path, flags);
  }

  int pipe(MemorySegment twoDescriptors, int flags) {
    return pointerNumber(PIPE, twoDescriptors, flags);
  }

  int addCloseFrom(MemorySegment actions, int lowest) {
    return pointerNumber(ADD_CLOSE_FROM, actions, lowest);
  }

  int setFlags(MemorySegment attributes, int flags) {
    return pointerNumber(SET_FLAGS, attributes, flags);
  }

  int setProcessGroup(MemorySegment attributes, int group) {
    return pointerNumber(SET_GROUP, attributes, group);
  }

  int setDefaultSignals(MemorySegment attributes, MemorySegment signals) {
    return pointerPointer(SET_DEFAULTS, attributes, signals);
  }

  int setSignalMask(MemorySegment attributes, MemorySegment signals) {
    return pointerPointer(SET_MASK, attributes, signals);
  }

  int addDup2(MemorySegment actions, int from, int to) {
    try {
      return (int) ADD_DUP2.invokeExact(state, actions, from, to);
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /// Unlike the others: 0 or the error number itself.
  int spawn(
      MemorySegment pid,
      MemorySegment program,
      MemorySegment actions,
      MemorySegment attributes,
      MemorySegment arguments,
      MemorySegment environment) {
    try {
      return (int)
          SPAWN.invokeExact(state, pid, program, actions, attributes, arguments, environment);
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  long read(int descriptor, MemorySegment buffer, long size) {
    try {
      long result = (long) READ.invokeExact(state, descriptor, buffer, size);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  int poll(MemorySegment entries, long count, int milliseconds) {
    try {
      int result = (int) POLL.invokeExact(state, entries, count, milliseconds);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  int waitpid(int pid, MemorySegment status, int options) {
    try {
      int result = (int) WAITPID.invokeExact(state, pid, status, options);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int number(MethodHandle call, int value) {
    try {
      int result = (int) call.invokeExact(state, value);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int pointer(MethodHandle call, MemorySegment value) {
    try {
      int result = (int) call.invokeExact(state, value);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int pointerNumber(MethodHandle call, MemorySegment pointer, int number) {
    try {
      int result = (int) call.invokeExact(state, pointer, number);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int pointerPointer(MethodHandle call, MemorySegment first, MemorySegment second) {
    try {
      int result = (int) call.invokeExact(state, first, second);
      return result < 0 ? -errno() : result;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int errno() {
    return (int) ERRNO.get(state, 0L);
  }

  // Restricted: a wrong shape corrupts memory. All shapes are in this file, checked against the C
  // headers.
  @SuppressWarnings("restricted")
  private static MethodHandle link(String name, FunctionDescriptor shape) {
    MemorySegment address =
        LINKER
            .defaultLookup()
            .find(name)
            .orElseThrow(
                () ->
                    new UnsupportedOperationException(
                        "the C library has no \"" + name + "\": glibc 2.34 or newer is needed"));
    return LINKER.downcallHandle(address, shape, CAPTURE);
  }

  private static IllegalStateException broken(Throwable e) {
    return new IllegalStateException("a system call could not be made", e);
  }

  /// Room for the structs whose layout is the C library's own business; each is far smaller.
  static MemorySegment opaque(Arena arena) {
    return arena.allocate(MemoryLayout.sequenceLayout(128, JAVA_LONG));
  }
}
