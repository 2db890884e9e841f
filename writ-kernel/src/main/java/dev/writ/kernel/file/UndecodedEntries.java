// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.file;

import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.PathBytes;
import dev.writ.sandbox.os.TreeRemoval;
import dev.writ.sandbox.snapshot.EntryNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What a directory holds under names that are not UTF-8: no path leads there, only bytes do.
public final class UndecodedEntries {
  /// How much of a name is left when it gets another one, in letters.
  private static final int MOST_LETTERS = 200;

  private static final Comparator<Path> INNERMOST_FIRST =
      Comparator.comparingInt(path -> -path.getNameCount());

  private UndecodedEntries() {}

  /// Gives those that were listed as that name other names, if they were there before under others,
  /// or hold what was, and those below them.
  ///
  /// @param since what is older was there before
  /// @return their names in the directory; none where all is new
  /// @throws IOException where the directory can't be read
  public static List<String> rename(Path directory, String listed, Instant since)
      throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.list(directory)) {
      found = all.filter(path -> name(path).equals(listed)).toList();
    }
    List<String> names = new ArrayList<>();
    for (Path one : found) {
      List<Path> undecoded = new ArrayList<>();
      if (holds(one, since, undecoded)) {
        undecoded.sort(INNERMOST_FIRST);
        for (Path each : undecoded) {
          Path named = free(each);
          Files.move(each, named);
          if (each.equals(one)) {
            names.add(name(named));
          }
        }
      }
    }
    return names;
  }

  /// Whether something was there before.
  ///
  /// @param undecoded gets all whose names are not UTF-8
  private static boolean holds(Path tree, Instant since, List<Path> undecoded) throws IOException {
    boolean[] was = {false};
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes has)
              throws IOException {
            if (!Files.isReadable(directory) || !Files.isWritable(directory)) {
              Files.setPosixFilePermissions(
                  directory, PosixFilePermissions.fromString("rwx------"));
            }
            return visitFile(directory, has);
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes has) throws IOException {
            if (!EntryNames.isDecoded(name(file))) {
              undecoded.add(file);
            }
            was[0] |= has.creationTime().toInstant().isBefore(since);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    return was[0];
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /// A name with the bytes that are no ASCII as numbers.
  private static Path free(Path path) {
    StringBuilder name = new StringBuilder();
    byte[] bytes = PathBytes.of(path);
    for (int i = lastName(bytes); i < bytes.length && name.length() < MOST_LETTERS; i++) {
      name.append(bytes[i] >= 0 ? "" + (char) bytes[i] : "%%%02X".formatted(bytes[i] & 0xFF));
    }
    Path free = path.resolveSibling(name.toString());
    for (int i = 1; Files.exists(free, LinkOption.NOFOLLOW_LINKS); i++) {
      free = path.resolveSibling(name + "-" + i);
    }
    return free;
  }

  private static int lastName(byte[] path) {
    int at = path.length;
    while (path[at - 1] != '/') {
      at--;
    }
    return at;
  }

  /// Removes those that were listed as that name, with everything in them: none was there before,
  /// because nothing runs beside old ones.
  ///
  /// @param directories whether directories are meant, or all others
  /// @throws IOException where that can't be done
  public static void remove(Path directory, String listed, boolean directories) throws IOException {
    try (DirectoryHandle above = DirectoryHandle.openForBytes(directory)) {
      for (DirectoryHandle.DirectoryEntry entry : above.entries()) {
        byte[] name = entry.name().getBytes(StandardCharsets.ISO_8859_1);
        if (entry.isDirectory() == directories
            && listed.equals(new String(name, StandardCharsets.UTF_8))) {
          ByteArrayOutputStream path = new ByteArrayOutputStream();
          path.writeBytes(PathBytes.of(directory));
          path.write('/');
          path.writeBytes(name);
          TreeRemoval.remove(PathBytes.path(path.toByteArray()));
        }
      }
    }
  }
}
