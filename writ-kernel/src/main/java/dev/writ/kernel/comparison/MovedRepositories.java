// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.file.UndecodedEntries;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.snapshot.Snapshot;
import dev.writ.sandbox.snapshot.StatRow;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Git directories that a command moved, with their objects, which are not compared and kept
/// nowhere: they are moved back as they are, before anything is judged. What stands in the place of
/// one is moved to where that one was found. So is, out of Git directories, what else was moved
/// into them: what is new there goes.
final class MovedRepositories {
  private static final String GIT = ".git";
  private static final String OBJECTS = "objects";

  /// What belongs into one, behind what it belongs into.
  private static final List<String> INNER = List.of(OBJECTS, "pack");

  /// So many looks are enough to find what was moved into what was moved.
  private static final int MOST_LOOKS = 32;

  private final WorkspaceRoot root;
  private final WorkspaceChangeDetector.CountedPlaces counted;
  private final Map<Long, WorkspacePath> homes;
  private final Instant since;
  private final Set<WorkspacePath> renamed = new TreeSet<>();
  private final Set<WorkspacePath> back = new TreeSet<>();
  private int looks;

  /// What isn't at its place any more.
  record MissingPlace(WorkspacePath path, StatRow was) {
    /// Whether that is the same, at another place.
    boolean is(StatRow row) {
      return row.inode() == was.inode()
          && (row.directory()
              ? was.directory()
              : row.sizeBytes() == was.sizeBytes() && row.modified() == was.modified());
    }
  }

  /// A directory that is elsewhere than where it belongs.
  private record StrayDirectory(WorkspacePath from, WorkspacePath home, long inode) {}

  /// @param homes where each belongs, by inode
  /// @param since what is older was there before, too
  /// @param counted finds where the command can have moved something
  MovedRepositories(
      WorkspaceRoot root,
      Map<Long, WorkspacePath> homes,
      Instant since,
      WorkspaceChangeDetector.CountedPlaces counted) {
    this.root = root;
    this.counted = counted;
    this.homes = Map.copyOf(homes);
    this.since = since;
  }

  /// Where the Git directories and those of their objects were.
  static Map<Long, WorkspacePath> homes(Snapshot before) {
    Map<Long, WorkspacePath> homes = new HashMap<>();
    before.directories(GIT).forEach((path, was) -> homes.put(was.inode(), path));
    before
        .directories(OBJECTS)
        .forEach(
            (path, was) -> {
              if (!path.parent().isRoot() && path.parent().name().equals(GIT)) {
                homes.put(was.inode(), path);
              }
            });
    return homes;
  }

  /// The Git directories that were moved back.
  List<WorkspacePath> back() {
    return List.copyOf(back);
  }

  /// What was given a name that is UTF-8.
  List<WorkspacePath> renamed() {
    return List.copyOf(renamed);
  }

  /// Gives a name that leads there to what was there before and was moved to one that isn't UTF-8:
  /// what is new under such names goes.
  ///
  /// @return whether anything got one
  boolean rename(List<ViewDifference> differences) {
    boolean any = false;
    for (ViewDifference one : differences) {
      any |= one.isNewAndUndecoded() && rename(one.path());
    }
    return any;
  }

  private boolean rename(WorkspacePath undecoded) {
    try (WritableDirectories opened = new WritableDirectories(root)) {
      if (!counted.test(undecoded)) {
        return false;
      }
      opened.open(undecoded.parent());
      root.check();
      List<String> names =
          UndecodedEntries.rename(root.absolute(undecoded.parent()), undecoded.name(), since);
      names.forEach(name -> renamed.add(undecoded.parent().child(name)));
      return !names.isEmpty();
    } catch (IOException _) {
      return false;
    }
  }

  /// Moves those back that aren't where they were and are somewhere else.
  ///
  /// @param gone what else isn't at its place, by inode
  /// @return whether one was
  boolean moveBack(Map<Long, MissingPlace> gone) {
    looks++;
    Set<Long> away = new HashSet<>();
    homes.forEach(
        (inode, home) -> {
          if (inode(home) != inode) {
            away.add(inode);
          }
        });
    boolean any = false;
    for (StrayDirectory one : found(away)) {
      if (inode(one.from()) == one.inode() && inode(one.home()) != one.inode()) {
        any |= moveBack(one.from(), one.home(), gone); // none that went with an earlier one
      }
    }
    return any;
  }

  /// Where they are, the innermost first.
  private List<StrayDirectory> found(Set<Long> away) {
    List<StrayDirectory> found = new ArrayList<>();
    if (away.isEmpty() || looks > MOST_LOOKS) {
      return found;
    }
    try {
      Files.walkFileTree(
          root.path(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes has) {
              long inode = inode(directory);
              WorkspacePath home = homes.get(inode);
              if (home != null && away.contains(inode) && isOld(has)) {
                WorkspacePath path = WorkspacePath.of(root.path().relativize(directory).toString());
                if (inode(path) == inode) { // else its name is not UTF-8
                  found.add(new StrayDirectory(path, home, inode));
                }
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException _) {
      return List.of(); // the root itself can't be read: nothing can be moved
    }
    // What is in another one goes first, and a repository before its objects, which go with it.
    found.sort(
        Comparator.<StrayDirectory>comparingInt(one -> INNER.indexOf(one.home().name()))
            .thenComparingInt(one -> -one.from().segments().size()));
    return found;
  }

  private boolean moveBack(WorkspacePath from, WorkspacePath home, Map<Long, MissingPlace> gone) {
    try (WritableDirectories opened = new WritableDirectories(root)) {
      if (!counted.test(from)) {
        return false;
      }
      opened.open(from);
      opened.open(home);
      WorkspacePath now = home.within(from) ? aside(from) : from;
      makeWay(home.parent(), gone);
      if (inode(home) != 0) {
        WorkspacePath other = aside(home);
        if (from.within(home)) {
          List<String> names = new ArrayList<>(other.segments());
          names.addAll(from.segments().subList(home.segments().size(), from.segments().size()));
          root.rename(new WorkspacePath(names), home);
        } else {
          root.rename(now, home);
          root.rename(other, now);
        }
      } else {
        root.rename(now, home);
      }
      opened.restored(from); // something else is there by now
      opened.restored(home);
      back.add(GitLayout.directory(home).orElseThrow());
      return true;
    } catch (IOException _) {
      return false; // its parts are restored one by one
    }
  }

  /// Makes the directories again that lead to it. What stands there instead is the command's, or it
  /// was moved there.
  private void makeWay(WorkspacePath directory, Map<Long, MissingPlace> gone) throws IOException {
    Path path = root.absolute(directory);
    if (directory.isRoot() || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    makeWay(directory.parent(), gone);
    root.check();
    MissingPlace moved = gone.get(inode(directory));
    if (moved == null) {
      Files.deleteIfExists(path);
    } else if (!putBack(directory, moved, gone)) {
      aside(directory);
    }
    Files.createDirectory(path);
  }

  /// Moves something out of a Git directory, back where it was.
  ///
  /// @return whether it was moved
  boolean moveOut(WorkspacePath path, StatRow is, Map<Long, MissingPlace> gone) {
    MissingPlace moved = gone.get(is.inode());
    return moved != null
        && looks <= MOST_LOOKS
        && moved.is(is)
        && GitLayout.directory(path).isPresent()
        && GitLayout.directory(moved.path()).isEmpty()
        && putBack(path, moved, gone);
  }

  private boolean putBack(WorkspacePath from, MissingPlace moved, Map<Long, MissingPlace> gone) {
    try (WritableDirectories opened = new WritableDirectories(root)) {
      opened.open(from);
      opened.open(moved.path().parent());
      BasicFileAttributes has =
          Files.readAttributes(
              root.absolute(from), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!isOld(has) || inode(from) != moved.was().inode() || inode(moved.path()) != 0) {
        return false;
      }
      makeWay(moved.path().parent(), gone);
      root.rename(from, moved.path());
      opened.restored(from);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// Whether that was there before: what is new may have the inode of what is gone.
  private boolean isOld(BasicFileAttributes has) {
    return has.creationTime().toInstant().isBefore(since);
  }

  private WorkspacePath aside(WorkspacePath path) throws IOException {
    int number = 1;
    WorkspacePath free;
    do {
      free = WorkspacePath.ROOT.child("moved-" + number++);
    } while (inode(free) != 0);
    root.rename(path, free);
    return free;
  }

  private long inode(WorkspacePath place) {
    for (WorkspacePath at = place.parent(); !at.isRoot(); at = at.parent()) {
      if (Files.isSymbolicLink(root.absolute(at))) {
        return 0; // it stands where the link leads
      }
    }
    return inode(root.absolute(place));
  }

  /// 0 where nothing is.
  private static long inode(Path path) {
    try {
      return (Long) Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException _) {
      return 0;
    }
  }
}
