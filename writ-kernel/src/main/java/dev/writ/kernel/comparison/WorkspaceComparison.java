// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.file.UndecodedEntries;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.objects.GitObjects;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.workspace.PlaceReader;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.sandbox.snapshot.EntryNames;
import dev.writ.sandbox.snapshot.FilePreimage;
import dev.writ.sandbox.snapshot.Snapshot;
import dev.writ.sandbox.snapshot.StatRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The changes of a command in the workspace itself, from two scans: the same differences as a view
/// has, so that the same judge judges them. The changes have already happened.
public final class WorkspaceComparison implements JudgedChanges, AutoCloseable {
  private static final String GIT = ".git";
  private static final int MAX_TEXT_BYTES = 1 << 20;

  private final Hands hands;
  private final GitObjects git;
  private final Optional<Snapshot> now;
  private final MovedRepositories moved;
  private final Map<WorkspacePath, Place> places = new TreeMap<>();
  private final Set<WorkspacePath> restored = new HashSet<>();
  private final long comparedAt = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());

  /// The states of a place before and after.
  private record Place(Optional<StatRow> before, FilePreimage preimage, Optional<StatRow> after) {
    Place and(Place other) {
      return before.isPresent()
          ? new Place(before, preimage, after.or(other::after))
          : new Place(other.before(), other.preimage(), after.or(other::after));
    }
  }

  /// @param now the second scan; its closed directories are open as long as this is
  /// @param moved puts back what the command moved
  WorkspaceComparison(
      Hands hands,
      GitObjects git,
      Optional<Snapshot> now,
      List<Snapshot.SnapshotDifference> differences,
      MovedRepositories moved) {
    this.hands = hands;
    this.git = git;
    this.now = now;
    this.moved = moved;
    for (Snapshot.SnapshotDifference one : differences) {
      Place place = new Place(one.before(), one.preimage(), one.after());
      places.merge(one.path(), place, Place::and);
    }
  }

  /// All differences, each directory before its contents.
  public List<ViewDifference> differences() {
    List<ViewDifference> all = new ArrayList<>();
    places.forEach(
        (path, place) -> {
          Role role = path.segments().contains(GIT) ? Role.GIT : Role.FILE;
          all.add(
              new ViewDifference(
                  path,
                  Node.of(place.before()),
                  Node.of(place.after()),
                  role,
                  ViewDifference.Standing.AS_IT_WAS));
        });
    return all;
  }

  /// The Git directories that are there now, at any depth.
  public List<WorkspacePath> repositories() {
    return now.map(is -> List.copyOf(is.directories(GIT).keySet())).orElse(List.of());
  }

  /// Moves repositories back that were moved, and out of them what was moved into them.
  ///
  /// @return whether anything was: then there are other differences
  boolean movesBack() {
    Map<Long, MovedRepositories.MissingPlace> gone = new HashMap<>();
    places.forEach(
        (path, place) ->
            place
                .before()
                .filter(_ -> place.after().isEmpty())
                .ifPresent(
                    was -> gone.put(was.inode(), new MovedRepositories.MissingPlace(path, was))));
    if (moved.rename(differences())) {
      return true; // what is to be moved back has a path now
    }
    boolean any = moved.moveBack(gone);
    for (Map.Entry<WorkspacePath, Place> one : places.entrySet()) {
      Optional<StatRow> is = one.getValue().after();
      any |=
          one.getValue().before().isEmpty()
              && is.filter(row -> moved.moveOut(one.getKey(), row, gone)).isPresent();
    }
    return any;
  }

  /// The Git directories that were moved back.
  public List<WorkspacePath> movedBack() {
    return moved.back();
  }

  /// New names of what was moved to one that isn't UTF-8.
  public List<WorkspacePath> renamed() {
    return moved.renamed();
  }

  /// The changes to record for differences, with both contents; empty for equal ones.
  ///
  /// @throws IOException where contents can't be read
  /// @throws InterruptedException when interrupted
  public List<FileChange> changes(List<ViewDifference> differences)
      throws IOException, InterruptedException {
    List<String> blobs = differences.stream().flatMap(one -> blob(place(one)).stream()).toList();
    Map<String, FileContent> fromGit = git.contents(blobs);
    List<FileChange> changes = new ArrayList<>();
    for (ViewDifference difference : differences) {
      FileChange change =
          new FileChange(difference.path(), before(difference, fromGit), after(difference))
              .with(ViewContents.modes(difference, place(difference).preimage(), hands.root()));
      changes.addAll(ViewContents.split(change, difference));
    }
    return changes;
  }

  private Place place(ViewDifference difference) {
    return places.getOrDefault(
        difference.path(), new Place(Optional.empty(), FilePreimage.LOST, Optional.empty()));
  }

  /// The directory may be a link or a file by now: then nothing is below it.
  private FileState after(ViewDifference difference) throws IOException {
    return switch (difference.after().kind()) {
      case ABSENT -> new FileState.Absent();
      case DIRECTORY, TREE -> new FileState.Directory();
      case FILE -> hands.files().ofOwner(difference.path());
      case LINK, OTHER -> hands.files().stateOrLink(difference.path());
    };
  }

  private FileState before(ViewDifference difference, Map<String, FileContent> fromGit)
      throws IOException {
    return switch (difference.before().kind()) {
      case ABSENT -> new FileState.Absent();
      case DIRECTORY, TREE -> new FileState.Directory();
      case LINK ->
          content(difference, fromGit)
              .<FileState>map(FileState.Link::new)
              .orElseGet(() -> notKept(difference));
      case FILE ->
          content(difference, fromGit)
              .<FileState>map(FileState.Present::new)
              .orElseGet(() -> notKept(difference));
      case OTHER ->
          new FileState.Unusable(
              new ToolError(
                  ErrorCode.NOT_A_FILE,
                  DisplayText.named(difference.path()) + " was not a regular file"));
    };
  }

  private Optional<FileContent> content(ViewDifference difference, Map<String, FileContent> fromGit)
      throws IOException {
    return content(place(difference), fromGit);
  }

  private Optional<FileContent> content(Place place, Map<String, FileContent> fromGit)
      throws IOException {
    long size = place.before().map(StatRow::sizeBytes).orElse(0L);
    return switch (FilePreimage.ofContent(place.preimage())) {
      case FilePreimage.Stored(String hash) -> hands.store().get(hash);
      case FilePreimage.InMemory(byte[] bytes) -> Optional.of(FileContent.of(bytes));
      // Filters may make a file of another content than Git's: then it isn't the old one.
      case FilePreimage.InGit(String blob) ->
          Optional.ofNullable(fromGit.get(blob)).filter(c -> c.size() == size);
      case FilePreimage.Lost(), FilePreimage.ListedPreimage _ -> Optional.empty();
    };
  }

  private static Optional<String> blob(Place place) {
    return FilePreimage.ofContent(place.preimage()) instanceof FilePreimage.InGit(String blob)
        ? Optional.of(blob)
        : Optional.empty();
  }

  private static FileState notKept(ViewDifference difference) {
    return new FileState.Unusable(
        new ToolError(
            ErrorCode.IO_ERROR,
            "The old content of " + DisplayText.named(difference.path()) + " was not kept"));
  }

  /// Gives new files that aren't protected their own inodes: others may have moved ones open.
  public void separateNew() {
    for (ViewDifference one : differences()) {
      boolean came = one.before().isAbsent() && one.after().isFile();
      if (came && one.role() == Role.FILE && !ProtectedNames.isProtected(one.path())) {
        try {
          hands.files().separate(one.path());
        } catch (IOException _) {
          // Its directory is closed, or it is gone.
        }
      }
    }
  }

  /// Removes from an accepted place the properties that a record does not state. A file that got a
  /// further name while the command ran gets its own inode, so that later writes by the other name
  /// don't reach it. A set-user-id or set-group-id bit that the command set is removed.
  ///
  /// @throws IOException where that can't be done
  public void cleanse(ViewDifference difference) throws IOException {
    Place place = place(difference);
    boolean linked =
        place.after().filter(is -> is.regular() && is.links() > 1).isPresent()
            && place.before().map(StatRow::links).orElse(0L) < place.after().get().links();
    if (linked) {
      hands.files().separate(difference.path());
    }
    if (difference.after().setsId() && !difference.before().setsId()) {
      hands.files().dropSpecialBits(difference.path());
    }
  }

  /// Removes what is new with everything in it: a repository that was not to come, or what has a
  /// name that is not UTF-8.
  ///
  /// @throws IOException where that can't be done
  public void discard(ViewDifference difference) throws IOException {
    if (!difference.before().isAbsent()) {
      throw new IllegalArgumentException(difference.path() + " is not new");
    }
    if (EntryNames.isDecoded(difference.path().name())) {
      hands.files().discard(difference.path());
      return;
    }
    hands.root().check();
    UndecodedEntries.remove(
        hands.root().absolute(difference.path().parent()),
        difference.path().name(),
        difference.after().isDirectory());
  }

  /// Directories that are closed for writing are open until the result is closed.
  ///
  /// @param places what is to be restored
  public WritableDirectories opened(List<ViewDifference> places) {
    WritableDirectories opened = new WritableDirectories(hands.root());
    for (ViewDifference place : places) {
      opened.open(place.path());
      restored.add(place.path());
    }
    return opened;
  }

  /// Directories that were closed when they were looked at get their permissions back, unless they
  /// were to be restored: then they have those from before the command.
  ///
  /// @throws IOException where the workspace can't be opened
  @Override
  public void close() throws IOException {
    if (now.isPresent()) {
      hands.root().check();
      now.get().shut(restored::contains);
    }
  }

  @Override
  public PlaceLookup.PlaceKind kindBefore(WorkspacePath path) throws IOException {
    Place place = places.get(path);
    if (place == null) {
      try {
        return new PlaceReader(hands.root()).inside(path);
      } catch (AccessDeniedException _) {
        return PlaceLookup.PlaceKind.OTHER; // something may stand there
      }
    }
    return Node.of(place.before()).lookup();
  }

  @Override
  public Optional<String> textAfter(ViewDifference difference) throws IOException {
    return difference.after().isFile()
        ? Optional.of(
            new String(
                hands.root().read(difference.path(), MAX_TEXT_BYTES), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  @Override
  public String textBefore(ViewDifference difference) throws IOException {
    return content(difference, Map.of())
        .map(content -> new String(content.bytes(), StandardCharsets.UTF_8))
        .orElse("");
  }

  @Override
  public Optional<byte[]> bytesBefore(WorkspacePath path) throws IOException {
    Place place = places.get(path);
    if (place == null) {
      return kindBefore(path) == PlaceLookup.PlaceKind.FILE
          ? Optional.of(hands.root().read(path, WorkspaceRoot.MAX_FILE_BYTES))
          : Optional.empty();
    }
    if (place.before().filter(StatRow::regular).isEmpty()) {
      return Optional.empty();
    }
    try {
      return content(place, git.contents(blob(place).stream().toList())).map(FileContent::bytes);
    } catch (InterruptedException e) {
      throw new IOException("interrupted behind the shield", e);
    }
  }

  @Override
  public boolean isProgramBefore(WorkspacePath path) throws IOException {
    Place place = places.get(path);
    return place == null
        ? hands.files().mode(path).filter(PermissionText::isProgram).isPresent()
        : place.before().filter(StatRow::program).isPresent();
  }

  @Override
  public Optional<byte[]> bytesAfter(ViewDifference difference) throws IOException {
    return difference.after().isFile()
        ? Optional.of(hands.root().read(difference.path(), WorkspaceRoot.MAX_FILE_BYTES))
        : Optional.empty();
  }

  @Override
  public Path fileAfter(WorkspacePath place) {
    return hands.root().absolute(place);
  }

  @Override
  public long beganAt() {
    return comparedAt;
  }

  /// The regular files that a directory held before the command, at any depth.
  ///
  /// @throws IOException where it can't be read
  public List<WorkspacePath> filesBefore(WorkspacePath directory) throws IOException {
    Path top = hands.root().absolute(directory);
    Set<WorkspacePath> files = new TreeSet<>();
    if (Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(top)) {
        all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            .map(file -> WorkspacePath.of(directory + "/" + top.relativize(file)))
            .forEach(files::add);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    places.forEach(
        (path, place) -> {
          if (path.within(directory)) {
            boolean was = place.before().filter(StatRow::regular).isPresent();
            boolean _ = was ? files.add(path) : files.remove(path);
          }
        });
    return List.copyOf(files);
  }
}
