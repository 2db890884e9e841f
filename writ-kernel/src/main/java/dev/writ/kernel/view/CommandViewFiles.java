// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.comparison.KilledLeftovers;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.store.ViewStore;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.TreeRemoval;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The two directories of one view: in the workspace what programs changed (`upper`) and the
/// kernel's own (`work`); among the person's data what is known of it, with a lock that says
/// whether the process that opened it still lives.
final class CommandViewFiles {
  private static final String LOCK = "lock";
  private static final String ABOUT = "about";
  private static final String KEPT = "kept";
  private static final String UPPER = "upper";
  private static final String DIRECTORIES = "directories";

  /// The member of what is known of a view that says when it was opened.
  private static final String OPENED = "opened";

  private final Path directory;
  private final Path contents;
  private final FileChannel channel;
  private final DiskPort disk;

  private CommandViewFiles(Path directory, Path contents, FileChannel channel, DiskPort disk) {
    this.directory = directory;
    this.contents = contents;
    this.channel = channel;
    this.disk = disk;
  }

  /// Makes the directories of a new view.
  static CommandViewFiles create(Hands hands, int number) throws IOException {
    hands.store().prepare();
    ViewStore store = hands.viewStore();
    store.prepare();
    DiskPort disk = hands.root().disk();
    String name = process() + number;
    while (Files.exists(store.records().resolve(name), LinkOption.NOFOLLOW_LINKS)
        || Files.exists(store.contents().resolve(name), LinkOption.NOFOLLOW_LINKS)) {
      name += "x"; // a dead process had the number
    }
    Path own = store.records().resolve(name);
    disk.perform(Operation.CREATE, own, () -> Files.createDirectory(own));
    CommandViewFiles files =
        ifFree(own, store, disk).orElseThrow(() -> new IOException(own + " is in use"));
    try {
      disk.perform(Operation.CREATE, files.contents, () -> Files.createDirectory(files.contents));
      Files.createDirectory(files.work());
      Files.createDirectory(files.upper());
      likeRoot(hands.root().path(), files.upper());
    } catch (IOException | RuntimeException | Error e) {
      files.drop();
      throw e;
    }
    return files;
  }

  /// The prefix of this process's view names: process numbers are reused.
  private static String process() {
    ProcessHandle own = ProcessHandle.current();
    long began = own.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return Long.toString(began * 1_000 + own.pid() % 1_000, Character.MAX_RADIX) + "-";
  }

  /// The view's root looks like the upper directory. Whoever may not give that away, because the
  /// workspace is another's or has another group, sees it as his own.
  private static void likeRoot(Path root, Path upper) throws IOException {
    giveAway(root, upper, "unix:uid");
    giveAway(root, upper, "unix:gid");
    Files.setAttribute(upper, "unix:mode", Files.getAttribute(root, "unix:mode"));
    AccessList.copy(root, upper);
  }

  private static void giveAway(Path root, Path upper, String attribute) throws IOException {
    try {
      Files.setAttribute(upper, attribute, Files.getAttribute(root, attribute));
    } catch (FileSystemException _) {
      // What the command may do in it does not depend on that.
    }
  }

  /// With its lock taken; empty where a process that lives has it.
  private static Optional<CommandViewFiles> ifFree(Path directory, ViewStore store, DiskPort disk)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
      Path contents = store.contents().resolve(directory.getFileName());
      return taken
          ? Optional.of(new CommandViewFiles(directory, contents, channel, disk))
          : Optional.empty();
    } catch (OverlappingFileLockException _) {
      return Optional.empty(); // ours
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  /// Views whose processes are dead, with their locks taken.
  static KilledLeftovers<CommandViewFiles> abandoned(Hands hands) throws IOException {
    List<CommandViewFiles> found = new ArrayList<>();
    Map<Path, IOException> unreadable = new HashMap<>();
    ViewStore store = hands.viewStore();
    if (!store.mayHoldViews()) {
      return new KilledLeftovers<>(found, unreadable);
    }
    String own = process();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(store.records())) {
      for (Path directory : all) {
        // Opening and closing the lock of a view of ours would give the lock up (`fcntl(2)`).
        boolean ours = directory.getFileName().toString().startsWith(own);
        if ((!ours || Files.exists(directory.resolve(KEPT))) && Files.isDirectory(directory)) {
          try {
            ifFree(directory, store, hands.root().disk()).ifPresent(found::add);
          } catch (NoSuchFileException _) {
            // Another session has settled it.
          } catch (IOException e) {
            unreadable.put(directory, e);
          }
        }
      }
    }
    return new KilledLeftovers<>(found, unreadable);
  }

  /// What is known of it, and the changed files: all that there is of it.
  List<Path> places() {
    return List.of(directory, contents);
  }

  /// The changed files of programs.
  Path upper() {
    return contents.resolve(UPPER);
  }

  /// The kernel's own directory.
  Path work() {
    return contents.resolve("work");
  }

  /// The same, empty, for a view that is opened again.
  Path newWork() throws IOException {
    remove(work());
    return Files.createDirectory(work());
  }

  /// Changes something about the view.
  void perform(Operation operation, String name, DiskPort.Action action) throws IOException {
    disk.perform(operation, file(name), action);
  }

  /// Removes a file about the view, if it is there.
  void delete(String name) throws IOException {
    if (Files.exists(file(name), LinkOption.NOFOLLOW_LINKS)) {
      perform(Operation.DELETE, name, () -> Files.deleteIfExists(file(name)));
    }
  }

  /// A file about the view.
  Path file(String name) {
    return directory.resolve(name);
  }

  /// When it was made, by the clock of the workspace's file system, in nanoseconds since 1970: what
  /// changed later has a greater time, also where that has only whole seconds.
  long openedAt() {
    final long second = 1_000_000_000;
    long made = about().number(OPENED).orElse(0);
    return made % second == 0 ? made - 1 : made;
  }

  /// Says what it is for, as far as the system gets it to the disk.
  void describe(Json.Obj about) throws IOException {
    Json.Builder json = Json.object();
    about.members().forEach(json::put);
    try (DirectoryHandle own = DirectoryHandle.open(contents)) {
      DirectoryHandle.DirectoryEntry made = own.entry(UPPER);
      json.put(OPENED, made == null ? 0 : made.stamp().changed());
    }
    String text = json.build().write();
    perform(Operation.WRITE, ABOUT, () -> Files.writeString(file(ABOUT), text));
  }

  /// The view's purpose; empty if it was cut off.
  Json.Obj about() {
    return noted(ABOUT);
  }

  /// The directories of the workspace that a kept view knows; none if that was cut off.
  StandingDirectories standing() {
    return StandingDirectories.of(noted(DIRECTORIES));
  }

  private Json.Obj noted(String name) {
    try {
      return JsonReader.readObject(Files.readString(file(name)));
    } catch (IOException | JsonException _) {
      return Json.Obj.EMPTY;
    }
  }

  /// Whether it was kept for a person to inspect, perhaps with its application begun.
  boolean wasKept() {
    return Files.exists(file(KEPT), LinkOption.NOFOLLOW_LINKS);
  }

  /// Whether it was kept for a person to inspect, and its application has not begun.
  boolean isKept() {
    return wasKept() && !Files.exists(file(ViewPlan.BEGUN), LinkOption.NOFOLLOW_LINKS);
  }

  /// Its name, as people call it.
  String name() {
    return directory.getFileName().toString();
  }

  /// Keeps everything for a person to inspect.
  ///
  /// @param standing the directories of the workspace that are known
  void keep(StandingDirectories standing) {
    try {
      // Only the kernel could use it, and no other process can enter it.
      remove(work());
      perform(Operation.WRITE, KEPT, () -> Files.writeString(file(KEPT), ""));
      new ViewPlan(this).close();
      String known = standing.note().write();
      perform(Operation.WRITE, DIRECTORIES, () -> Files.writeString(file(DIRECTORIES), known));
    } catch (IOException _) {
      // Then the next session drops it, or knows no directories.
    } finally {
      release();
    }
  }

  private void remove(Path tree) throws IOException {
    if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
      disk.perform(Operation.DELETE, tree, () -> TreeRemoval.remove(tree));
    }
  }

  /// Gives the lock up.
  void release() {
    try {
      channel.close();
    } catch (IOException _) {
      // The lock ends with the process.
    }
  }

  /// Removes everything, first the data that recovery would continue from.
  void drop() {
    try {
      delete(KEPT); // what is applied isn't kept any more
      new ViewPlan(this).close();
      remove(contents);
      remove(directory);
    } catch (IOException _) {
      // Files that cannot be removed stay in Writ's own directories; the next session tries again.
    } finally {
      release();
    }
  }
}
