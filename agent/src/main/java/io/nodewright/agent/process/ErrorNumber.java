package io.nodewright.agent.process;

/// Error numbers of Linux in words.
public final class ErrorNumber {

  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int ENOEXEC = 8;
  public static final int EACCES = 13;

  private ErrorNumber() {}

  /// The usual English text, without the name of the constant.
  public static String text(int number) {
    return switch (number) {
      case 1 -> "operation not permitted";
      case ENOENT -> "no such file or directory";
      case 5 -> "input/output error";
      case 7 -> "argument list too long";
      case ENOEXEC -> "exec format error";
      case 11 -> "resource temporarily unavailable";
      case 12 -> "out of memory";
      case EACCES -> "permission denied";
      case 20 -> "not a directory";
      case 22 -> "invalid argument";
      case 24 -> "too many open files";
      case 26 -> "text file busy";
      case 36 -> "file name too long";
      case 40 -> "too many symbolic links";
      default -> "error " + number;
    };
  }
}
