// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.sandbox.os;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// The meanings of the kernel's error numbers, for a person (`errno(3)`).
public final class ErrorNames {
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int EEXIST = 17;
  private static final int ENOTDIR = 20;

  private ErrorNames() {}

  /// The exception that the JDK throws for such an error at a file.
  static IOException failure(String file, int errno) {
    return switch (errno) {
      case ENOENT -> new NoSuchFileException(file);
      case EACCES -> new AccessDeniedException(file, null, of(errno));
      case EEXIST -> new FileAlreadyExistsException(file);
      case ENOTDIR -> new NotDirectoryException(file);
      default -> new FileSystemException(file, null, of(errno));
    };
  }

  public static String of(int errno) {
    return switch (errno) {
      case 1 -> "operation not permitted";
      case 2 -> "no such file or directory";
      case 5 -> "input/output error";
      case 6 -> "no such device, or a pipe that no process reads";
      case 12 -> "out of memory";
      case 13 -> "permission denied";
      case 16 -> "in use";
      case 18 -> "on another file system";
      case 20 -> "not a directory";
      case 21 -> "is a directory";
      case 22 -> "invalid argument";
      case 23, 24 -> "too many open files";
      case 26 -> "the program is running";
      case 27 -> "too large";
      case 28 -> "no space left on the disk";
      case 30 -> "read-only file system";
      case 31 -> "too many links";
      case 36 -> "name too long";
      case 39 -> "directory not empty";
      case 40 -> "a link is not allowed here";
      case 75 -> "owner or group cannot be mapped in the view";
      case 95 -> "not supported by this file system";
      case 122 -> "disk quota exceeded";
      default -> "error " + errno;
    };
  }
}
