// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/// Listing and looking as the JDK offers it, where the calls of Linux are not there.
final class PlainLister implements DirectoryLister {
  private static final String MODE = "unix:mode";
  private static final int PERMISSIONS = 07777;
  private static final String ATTRIBUTES = "unix:mode,ino,size,lastModifiedTime,ctime,nlink";

  private final Path root;
  private Path directory;

  PlainLister(Path root) {
    this.root = root;
    this.directory = root;
  }

  @Override
  public boolean enter(String path) {
    directory = root.resolve(path);
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && Files.isReadable(directory)
        && Files.isExecutable(directory);
  }

  @Override
  public OptionalInt open(String path) {
    Path closed = root.resolve(path);
    try {
      if (Files.isDirectory(closed, LinkOption.NOFOLLOW_LINKS)) {
        int permissions = permissions(closed);
        Files.setAttribute(closed, MODE, permissions | FOR_ITS_OWNER);
        return OptionalInt.of(permissions);
      }
    } catch (IOException _) {
      // Another user's.
    }
    return OptionalInt.empty();
  }

  @Override
  public void shut(String path, int permissions) {
    Path opened = root.resolve(path);
    try {
      if (Files.isDirectory(opened, LinkOption.NOFOLLOW_LINKS)
          && permissions(opened) == (permissions | FOR_ITS_OWNER)) {
        Files.setAttribute(opened, MODE, permissions);
      }
    } catch (IOException _) {
      // It is gone.
    }
  }

  private static int permissions(Path place) throws IOException {
    Object mode = Files.getAttribute(place, MODE, LinkOption.NOFOLLOW_LINKS);
    return (int) mode & PERMISSIONS;
  }

  @Override
  public byte[] list() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        all.write(EntryNames.UNKNOWN);
        all.writeBytes(entry.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        all.write(0);
      }
    } catch (NoSuchFileException | NotDirectoryException _) {
      return new byte[0]; // gone meanwhile
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all.toByteArray();
  }

  @Override
  public void stat(EntryNames names, int at, long[] rows, int index) throws IOException {
    try {
      Map<String, Object> seen =
          Files.readAttributes(
              directory.resolve(names.at(at)), ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      int row = index * StatRow.WIDTH;
      rows[row] = ((Number) seen.getOrDefault("mode", 0)).longValue();
      rows[row + 1] = ((Number) seen.getOrDefault("ino", 0L)).longValue();
      rows[row + 2] = ((Number) seen.getOrDefault("size", 0L)).longValue();
      rows[row + 3] = nanoseconds(seen, "lastModifiedTime");
      rows[row + 4] = nanoseconds(seen, "ctime");
      rows[row + 5] = ((Number) seen.getOrDefault("nlink", 1)).longValue();
    } catch (NoSuchFileException _) {
      // Gone meanwhile.
    }
  }

  private static long nanoseconds(Map<String, Object> seen, String name) {
    return ((FileTime) seen.getOrDefault(name, FileTime.fromMillis(0))).to(TimeUnit.NANOSECONDS);
  }

  @Override
  public void leave() {}

  @Override
  public void close() {}
}
