package io.nodewright.agent.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// An `IOException` in words. Java's own message is often the bare file name.
public final class Causes {

  private Causes() {}

  /// What went wrong, e.g. `no such file or directory`; never a stack trace.
  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "already exists";
      case DirectoryNotEmptyException _ -> "directory not empty";
      case NotDirectoryException _ -> "not a directory";
      case FileSystemLoopException _ -> "too many symbolic links";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
