// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.LinkTarget;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Writ's own directory in the workspace: old contents by their hash, a staging place on the same
/// file system from which files are renamed into place, and the lock that writers take.
public final class ObjectStore {
  /// Its directory.
  public static final WorkspacePath OBJECTS = RecordDirectories.STORE;

  static final WorkspacePath STAGING = OBJECTS.child("tmp");
  private static final WorkspacePath LOCK = OBJECTS.child("lock");

  private static final Set<StandardOpenOption> CREATE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");

  /// After that what is kept again gets a new time: well within the day that pruning leaves alone.
  static final Duration YOUNG = Duration.ofHours(1);

  private final WorkspaceRoot root;
  private final Set<String> sound = ConcurrentHashMap.newKeySet();
  private volatile boolean ready;

  /// A store below that root; nothing is created before it is needed.
  public ObjectStore(WorkspaceRoot root) {
    this.root = root;
  }

  /// A file that was written but has no place yet.
  public record Staged(String name) {}

  /// Makes the directories that it needs, once.
  public void prepare() throws IOException {
    // A rollback runs on another thread than the one that holds the monitor, see #locked.
    if (!ready) {
      try {
        create();
      } catch (AccessDeniedException e) {
        throw ForeignStoreException.of(root.absolute(OBJECTS), OBJECTS.toString(), e);
      }
    }
  }

  private synchronized void create() throws IOException {
    if (ready) {
      return;
    }
    // By path is safe here: every directory is entered again by handle, where a link is refused.
    for (WorkspacePath place = OBJECTS; ; place = STAGING) {
      if (root.attributes(place).isEmpty()) {
        Files.createDirectories(root.absolute(place.parent()));
        createPrivate(place);
        root.syncDirectory(place.parent());
      }
      root.<Boolean>in(place, PrivateModes::close);
      AccessList.endInheritance(root.reached(place)); // what is staged gets that of its place
      if (place.equals(STAGING)) {
        break;
      }
    }
    new StoreExclusion(root).write();
    ready = true;
  }

  private void createPrivate(WorkspacePath place) throws IOException {
    try {
      Files.createDirectory(
          root.absolute(place), PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    } catch (FileAlreadyExistsException _) {
      // Another session was faster; what stands there is entered by handle all the same.
    }
  }

  /// Work under the workspace's write lock.
  @FunctionalInterface
  public interface Locked<T> {
    T work() throws IOException;
  }

  /// Runs while no other writer of this or another process replaces files.
  public <T> T locked(Locked<T> locked) throws IOException {
    return locked(locked, LockFile.PATIENCE);
  }

  /// The same with another patience.
  public <T> T locked(Locked<T> locked, Duration patience) throws IOException {
    prepare();
    return LockFile.hold(
        root.absolute(LOCK),
        () -> {
          FileChannel channel = root.open(LOCK, CREATE);
          Object key = root.attributes(LOCK).map(BasicFileAttributes::fileKey).orElse(LOCK);
          return new LockFile.OpenLock(channel, LOCK, key);
        },
        root.disk(),
        patience,
        locked::work);
  }

  /// Writes and forces a file in the staging place.
  public Staged stage(byte[] bytes) throws IOException {
    return stage(bytes, /* forced= */ true);
  }

  private Staged stage(byte[] bytes, boolean forced) throws IOException {
    prepare();
    Staged staged = new Staged(UUID.randomUUID().toString());
    WorkspacePath place = STAGING.child(staged.name());
    try (FileChannel channel =
        root.open(place, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      root.write(channel, bytes, place);
      if (forced) {
        root.force(channel, place);
      }
    } catch (IOException e) {
      drop(staged);
      throw e;
    }
    return staged;
  }

  /// Makes a symbolic link in the staging place.
  ///
  /// @param target where it leads, as written
  public Staged stageLink(byte[] target) throws IOException {
    prepare();
    Staged staged = new Staged(UUID.randomUUID().toString());
    WorkspacePath place = place(staged);
    root.disk()
        .perform(Operation.CREATE, place, () -> LinkTarget.make(root.absolute(place), target));
    return staged;
  }

  /// Makes an empty directory in the staging place.
  public Staged stageDirectory() throws IOException {
    prepare();
    Staged staged = new Staged(UUID.randomUUID().toString());
    WorkspacePath place = STAGING.child(staged.name());
    root.disk().perform(Operation.CREATE, place, () -> Files.createDirectory(root.absolute(place)));
    return staged;
  }

  /// A name in the staging place that is still free.
  public Staged free() throws IOException {
    prepare();
    return new Staged(UUID.randomUUID().toString());
  }

  /// The path of a staged file.
  public WorkspacePath place(Staged staged) {
    return STAGING.child(staged.name());
  }

  /// Removes a staged file, or a directory with all that is in it, that is not wanted after all.
  public void drop(Staged staged) {
    try {
      root.<Boolean>in(
          STAGING,
          directory -> {
            root.disk()
                .perform(Operation.DELETE, place(staged), () -> remove(directory, staged.name()));
            return true;
          });
    } catch (IOException | DirectoryIteratorException | Error _) {
      // A file that cannot be removed stays in Writ's own staging directory, where it does no harm.
    }
  }

  private static void remove(SecureDirectoryStream<Path> in, String name) throws IOException {
    if (!WorkspaceRoot.attributes(in, name).isDirectory()) {
      in.deleteFile(Path.of(name));
      return;
    }
    try (SecureDirectoryStream<Path> directory = WorkspaceRoot.child(in, name)) {
      List<String> names = new ArrayList<>();
      directory.forEach(entry -> names.add(entry.getFileName().toString()));
      for (String below : names) {
        remove(directory, below);
      }
    }
    in.deleteDirectory(Path.of(name));
  }

  /// Keeps a content so that it can be brought back; durable when this returns.
  public void keep(FileContent content) throws IOException {
    root.check();
    prepare();
    WorkspacePath place = place(content.hash());
    Optional<BasicFileAttributes> there = root.attributes(place);
    if (there.isEmpty() || !holds(place, there.get().size(), content)) {
      put(place, content, /* forced= */ true);
    } else if (!isYoung(place, there.get().lastModifiedTime().toInstant())) {
      put(place, content, /* forced= */ true); // it was pruned meanwhile
    } else {
      // It may only have been backed up; forcing durable data again is cheap.
      try (FileChannel channel = root.open(place, Set.of(StandardOpenOption.WRITE))) {
        root.force(channel, place);
      }
    }
    root.syncDirectory(place.parent());
  }

  /// Whether what stands at a content's place is that content: a repository may bring another one
  /// of its size there, and what is kept would be lost. Looked at once.
  ///
  /// @param size of what stands there
  boolean holds(WorkspacePath place, long size, FileContent content) {
    if (size != content.size() || sound.contains(content.hash())) {
      return size == content.size();
    }
    try {
      byte[] there = root.read(place, WorkspaceRoot.MAX_FILE_BYTES);
      return Arrays.equals(there, content.bytes()) && sound.add(content.hash());
    } catch (IOException _) {
      return false; // no file, or one that can't be read
    }
  }

  /// From now on that content's place holds it, as far as anything is there.
  void wrote(FileContent content) {
    sound.add(content.hash());
  }

  /// Keeps contents together.
  public ContentBatch batch() {
    return new ContentBatch(this, root);
  }

  /// Sees to it that a content that is wanted again is not pruned as an old one.
  ///
  /// @return whether it is still there
  boolean isYoung(WorkspacePath place, Instant modified) throws IOException {
    Instant now = Instant.now();
    if (modified.isAfter(now.minus(YOUNG))) {
      return true;
    }
    try {
      return root.in(
          place.parent(),
          directory -> {
            touch(directory, place.name(), now);
            return true;
          });
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  static void touch(SecureDirectoryStream<Path> directory, String name, Instant now)
      throws IOException {
    FileTime time = FileTime.from(now);
    directory
        .getFileAttributeView(
            Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(time, null, null);
  }

  /// Lays a content by that may be needed soon; it is durable only once it is kept.
  public void layBy(FileContent content) throws IOException {
    prepare();
    WorkspacePath place = place(content.hash());
    Optional<BasicFileAttributes> there = root.attributes(place);
    if (there.isEmpty()
        || !holds(place, there.get().size(), content)
        || !isYoung(place, there.get().lastModifiedTime().toInstant())) {
      put(place, content, /* forced= */ false);
    }
  }

  private void put(WorkspacePath place, FileContent content, boolean forced) throws IOException {
    Staged staged = stage(content.bytes(), forced);
    root.<Boolean>in(STAGING, directory -> PrivateModes.close(directory, staged.name()));
    if (root.attributes(place.parent()).isEmpty()) {
      try {
        root.disk()
            .perform(
                Operation.CREATE,
                place.parent(),
                () -> Files.createDirectory(root.absolute(place.parent())));
      } catch (FileAlreadyExistsException _) {
        // Another writer was faster.
      }
      root.syncDirectory(OBJECTS);
    }
    root.rename(place(staged), place);
    wrote(content);
  }

  /// The content with that hash, if it was kept and is unharmed.
  public Optional<FileContent> get(String hash) throws IOException {
    if (!HASH.matcher(hash).matches()) {
      return Optional.empty();
    }
    try {
      FileContent content = FileContent.of(root.read(place(hash), WorkspaceRoot.MAX_FILE_BYTES));
      return content.hash().equals(hash) ? Optional.of(content) : Optional.empty();
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// A content that a killed process staged and did not rename into its place.
  ///
  /// @throws IOException where the staging place can't be read
  public Optional<FileContent> staged(String hash) throws IOException {
    if (root.attributes(STAGING).isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    root.<Boolean>in(
        STAGING,
        directory -> {
          directory.forEach(entry -> names.add(entry.getFileName().toString()));
          return true;
        });
    for (String name : names) {
      Optional<FileContent> content = staged(STAGING.child(name));
      if (content.filter(c -> c.hash().equals(hash)).isPresent()) {
        return content;
      }
    }
    return Optional.empty();
  }

  private Optional<FileContent> staged(WorkspacePath place) {
    try {
      return root.attributes(place).filter(BasicFileAttributes::isRegularFile).isPresent()
          ? Optional.of(FileContent.of(root.read(place, WorkspaceRoot.MAX_FILE_BYTES)))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // another process renamed it in between
    }
  }

  static WorkspacePath place(String hash) {
    String digits = hash.substring("sha256:".length());
    return OBJECTS.child(digits.substring(0, 2)).child(digits.substring(2));
  }
}
