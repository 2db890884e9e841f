// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Removes old contents: those stored too long ago, and the oldest if the total is too large.
/// Contents stored since the session began, or within a day, always remain.
///
/// A clock may be wrong for a while, or may have been when a content was stored. So a content goes
/// only where it was found to be old twice, with at least a day in between: the first time its name
/// is noted.
public final class StorePruning {
  private static final WorkspacePath MARK = ObjectStore.OBJECTS.child("pruned");
  private static final String STAGING = "tmp";
  private static final Pattern FAN = Pattern.compile("[0-9a-f]{2}");
  private static final Pattern REST = Pattern.compile("[0-9a-f]{62}");

  /// How often there is pruning at most, and how old what goes is at least.
  private static final Duration PAUSE = Duration.ofDays(1);

  /// How many contents go at once, at most; the rest a day later.
  private static final int MOST_NOTED = 10_000;

  /// Of a name and its line's end.
  private static final int NAME_BYTES = 65;

  private final WorkspaceRoot root;
  private final Instant began;

  /// Prunes nothing yet.
  ///
  /// @param began when the session began
  public StorePruning(WorkspaceRoot root, Instant began) {
    this.root = root;
    this.began = began;
  }

  /// How long and how much is kept.
  ///
  /// @param maxAge after that a content may go
  /// @param maxBytes of all contents together
  public record Limits(Duration maxAge, long maxBytes) {}

  /// The removed contents.
  public record Pruned(int contents, long bytes) {
    private static final Pruned NOTHING = new Pruned(0, 0);
  }

  /// A content that is kept.
  private record Kept(String fan, String rest, long bytes, Instant since) {
    String name() {
      return fan + rest;
    }
  }

  /// Prunes, unless that was done within a day, there is nothing, or the store is another user's.
  ///
  /// @throws IOException where the store can't be read
  public Pruned daily(Limits limits, Instant now) throws IOException {
    try {
      return prune(limits, now);
    } catch (AccessDeniedException _) {
      return Pruned.NOTHING;
    }
  }

  private Pruned prune(Limits limits, Instant now) throws IOException {
    Optional<Instant> marked =
        root.attributes(MARK).map(mark -> mark.lastModifiedTime().toInstant());
    if (root.attributes(ObjectStore.OBJECTS).isEmpty()
        || marked.filter(m -> m.isAfter(now.minus(PAUSE)) && !m.isAfter(now)).isPresent()) {
      return Pruned.NOTHING;
    }
    // A mark of the future was made by a wrong clock, or this one is wrong.
    Set<String> noted = marked.filter(m -> !m.isAfter(now)).isPresent() ? noted() : Set.of();
    List<Kept> old = old(limits, now);
    mark(old, now);
    return remove(old.stream().filter(kept -> noted.contains(kept.name())).toList(), now);
  }

  /// The names of the contents that were old the last time.
  private Set<String> noted() throws IOException {
    byte[] names = root.read(MARK, MOST_NOTED * NAME_BYTES);
    return new String(names, StandardCharsets.US_ASCII).lines().collect(Collectors.toSet());
  }

  /// Before the work: of several sessions that end at once one does it.
  private void mark(List<Kept> old, Instant now) throws IOException {
    StringBuilder names = new StringBuilder();
    old.stream().limit(MOST_NOTED).forEach(kept -> names.append(kept.name()).append('\n'));
    try (FileChannel file =
        root.open(
            MARK,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING))) {
      root.write(file, names.toString().getBytes(StandardCharsets.US_ASCII), MARK);
    }
    root.<Boolean>in(
        ObjectStore.OBJECTS,
        directory -> {
          ObjectStore.touch(directory, MARK.name(), now);
          return true;
        });
  }

  private Instant youngest(Instant now) {
    Instant young = began.minus(ObjectStore.YOUNG);
    Instant day = now.minus(PAUSE);
    return young.isBefore(day) ? young : day;
  }

  /// What is too old or too much, the oldest first.
  private List<Kept> old(Limits limits, Instant now) throws IOException {
    Instant youngest = youngest(now);
    List<Kept> all = contents();
    all.sort((one, other) -> one.since().compareTo(other.since()));
    long total = all.stream().mapToLong(Kept::bytes).sum();
    List<Kept> old = new ArrayList<>();
    long bytes = 0;
    for (Kept kept : all) {
      boolean isOld = kept.since().isBefore(now.minus(limits.maxAge()));
      boolean tooMuch = total - bytes > limits.maxBytes();
      if (!kept.since().isBefore(youngest) || !(isOld || tooMuch)) {
        break; // all others are younger
      }
      old.add(kept);
      bytes += kept.bytes();
    }
    return old;
  }

  private Pruned remove(List<Kept> old, Instant now) throws IOException {
    int contents = 0;
    long bytes = 0;
    for (Kept kept : old) {
      if (remove(kept, youngest(now))) {
        contents++;
        bytes += kept.bytes();
      }
    }
    return new Pruned(contents, bytes);
  }

  private List<Kept> contents() throws IOException {
    List<Kept> all = new ArrayList<>();
    for (String fan : names(ObjectStore.OBJECTS)) {
      if (FAN.matcher(fan).matches()) {
        WorkspacePath place = ObjectStore.OBJECTS.child(fan);
        for (String rest : names(place)) {
          Optional<BasicFileAttributes> found =
              REST.matcher(rest).matches() ? root.attributes(place.child(rest)) : Optional.empty();
          if (found.isPresent() && found.get().isRegularFile()) {
            BasicFileAttributes file = found.get();
            all.add(new Kept(fan, rest, file.size(), file.lastModifiedTime().toInstant()));
          }
        }
      }
    }
    return all;
  }

  private List<String> names(WorkspacePath place) throws IOException {
    try {
      return root.in(
          place,
          directory -> {
            List<String> names = new ArrayList<>();
            directory.forEach(path -> names.add(path.getFileName().toString()));
            return names;
          });
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  /// Moves it out of its place first: a process that stores the same content meanwhile either
  /// renewed it before that, and then it is restored, or misses it and stores it again.
  private boolean remove(Kept kept, Instant youngest) throws IOException {
    String staged = kept.name();
    try {
      return root.in(
          ObjectStore.OBJECTS,
          objects -> {
            try (SecureDirectoryStream<Path> fan = WorkspaceRoot.child(objects, kept.fan());
                SecureDirectoryStream<Path> staging = WorkspaceRoot.child(objects, STAGING)) {
              fan.move(Path.of(kept.rest()), staging, Path.of(staged));
              BasicFileAttributes now = WorkspaceRoot.attributes(staging, staged);
              if (!now.lastModifiedTime().toInstant().isBefore(youngest)) {
                staging.move(Path.of(staged), fan, Path.of(kept.rest()));
                return false;
              }
              staging.deleteFile(Path.of(staged));
              return true;
            }
          });
    } catch (NoSuchFileException _) {
      return false; // another session removed it
    }
  }
}
