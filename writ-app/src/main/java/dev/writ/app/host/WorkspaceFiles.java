// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.host;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The names of a workspace's files, for a person who types one, from where they stand: those that
/// nothing ignores, without Writ's own. The list is limited in number and time, and is made anew
/// after some seconds.
public final class WorkspaceFiles implements Supplier<List<String>> {
  private static final int MOST = 20_000;
  private static final long LONGEST_NANOS = 250_000_000L;
  private static final long STALE_NANOS = 5_000_000_000L;
  private static final long MOST_RULES_BYTES = 1024L * 1024;

  private final Path root;
  private final Optional<Path> below;
  private final LongSupplier clock;
  private List<String> names = List.of();
  private boolean listed;
  private long listedAt;

  /// @param below where the person stands in the workspace; empty for its root
  /// @param clock nanoseconds
  public WorkspaceFiles(Path root, Optional<Path> below, LongSupplier clock) {
    this.root = root;
    this.below = below;
    this.clock = clock;
  }

  private record Folder(WorkspacePath path, IgnoreRules rules) {}

  @Override
  public List<String> get() {
    long now = clock.getAsLong();
    if (!listed || now - listedAt > STALE_NANOS) {
      List<String> all = list(now);
      names = below.map(place -> from(place, all)).orElse(all);
      listed = true;
      listedAt = now;
    }
    return names;
  }

  /// The same names from a place below the root, without that place and those above it.
  private static List<String> from(Path place, List<String> names) {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      Path path = Path.of(name);
      if (!place.startsWith(path)) {
        all.add(place.relativize(path) + (name.endsWith("/") ? "/" : ""));
      }
    }
    return all;
  }

  /// Whether there is a file at a path that a person pasted.
  public static boolean isFile(Path path) {
    return Files.isRegularFile(path);
  }

  private List<String> list(long begun) {
    List<String> all = new ArrayList<>();
    Deque<Folder> folders = new ArrayDeque<>();
    folders.add(new Folder(WorkspacePath.ROOT, IgnoreRules.NONE));
    while (!folders.isEmpty() && all.size() < MOST && clock.getAsLong() - begun < LONGEST_NANOS) {
      Folder folder = folders.poll();
      Path place = root.resolve(folder.path().toString());
      IgnoreRules rules = rules(place, folder);
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
        for (Path entry : entries) {
          add(entry, folder.path(), rules, all, folders);
        }
      } catch (IOException _) {
        // An unreadable directory has no names to offer.
      }
    }
    return all;
  }

  private static void add(
      Path entry,
      WorkspacePath parent,
      IgnoreRules rules,
      List<String> all,
      Deque<Folder> folders) {
    WorkspacePath path = parent.child(String.valueOf(entry.getFileName()));
    boolean directory = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    if (!rules.ignored(path, directory) && !RecordDirectories.hold(path)) {
      all.add(directory ? path + "/" : path.toString());
      if (directory) {
        folders.add(new Folder(path, rules));
      }
    }
  }

  private static IgnoreRules rules(Path place, Folder folder) {
    Path file = place.resolve(IgnoreRules.FILE);
    try {
      return Files.isRegularFile(file) && Files.size(file) < MOST_RULES_BYTES
          ? folder.rules().with(folder.path(), Files.readString(file))
          : folder.rules();
    } catch (IOException _) {
      return folder.rules();
    }
  }
}
