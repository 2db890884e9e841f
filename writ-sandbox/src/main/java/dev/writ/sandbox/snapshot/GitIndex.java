// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The files that Git tracks, with their objects, read from the index file of a repository
/// (gitformat-index(5), versions 2 to 4). A file that matches its index entry has the content of
/// its object, so it need not be copied.
public final class GitIndex {
  /// No repository, or no index yet: nothing is tracked.
  public static final GitIndex NONE = new GitIndex(new Contents(), 0);

  /// An index that can't be read: everything may be tracked.
  private static final GitIndex UNREADABLE = new GitIndex(new Contents(), 0);

  private static final Set<String> UNSOUND = Set.of("", ".", "..", ".git", "git~1");
  private static final int LONGEST_UNSOUND = 5;

  /// @param looks empty if the entry is not a plain file
  private record Entry(Optional<GitIndexReader.Looks> looks, GitContent content) {}

  private final Map<String, Entry> entries;

  /// All contents of paths that are being merged (`git-merge(1)`), which have several, and those
  /// that Git would take again for a merge that was resolved (`REUC`).
  private final Set<GitContent> merged;

  private final Set<String> directories;
  private final Set<String> sparse;
  private final Set<String> marked;
  private final long written;

  private GitIndex(Contents contents, long written) {
    this.entries = contents.entries;
    this.merged = contents.merged;
    this.directories = contents.directories;
    this.sparse = contents.sparse;
    this.marked = contents.marked;
    this.written = written;
  }

  /// What an index says, while it is read.
  private static final class Contents {
    private final Map<String, Entry> entries = new HashMap<>();
    private final Set<GitContent> merged = new HashSet<>();
    private final Set<String> directories = new HashSet<>();

    /// Directories that stand for all that is in them (`index-format`, sparse index).
    private final Set<String> sparse = new HashSet<>();

    /// The files that Git is configured to ignore.
    private final Set<String> marked = new HashSet<>();

    void add(GitIndexReader read, String path) {
      if (read.isDirectory()) {
        sparse.add(path.replaceFirst("/$", ""));
      }
      GitContent content =
          new GitContent(
              path, Integer.toOctalString(read.mode()), HexFormat.of().formatHex(read.id()));
      entries.put(path, new Entry(read.looks(), content));
      if (read.isBeingMerged()) {
        merged.add(content);
      }
      if (read.isUnseen()) {
        marked.add(path);
      }
      for (int slash = path.lastIndexOf('/');
          slash > 0 && directories.add(path.substring(0, slash));
          slash = path.lastIndexOf('/', slash - 1)) {}
    }
  }

  /// Reads an index file. If it is malformed, split or of an unknown version, every file may be
  /// tracked.
  ///
  /// @param written when the file was last modified, in nanoseconds since 1970: what was changed
  ///     later, or in the same tick, may look the same and be different
  /// @param below the workspace's directory in the repository, with a `/` at its end; empty for
  ///     the repository's own
  public static GitIndex read(byte[] file, long written, String below) {
    for (int width : GitIndexReader.WIDTHS) {
      try {
        GitIndexReader in = new GitIndexReader(file, width);
        Contents contents = new Contents();
        while (in.next()) {
          String path = new String(in.name(), StandardCharsets.UTF_8);
          if (path.startsWith(below)) {
            contents.add(in, path.substring(below.length()));
          }
        }
        Map<String, ByteBuffer> extensions = in.extensions();
        if (!extensions.containsKey("link")) { // the rest of the entries is in another file
          GitIndexReader.resolved(extensions.get("REUC"), width).stream()
              .filter(one -> one.path().startsWith(below))
              .map(
                  one ->
                      new GitContent(one.path().substring(below.length()), one.mode(), one.blob()))
              .forEach(contents.merged::add);
          return new GitIndex(contents, written);
        }
      } catch (RuntimeException _) {
        // Not of this width, or no index: a text in any order of bytes may stand there.
      }
    }
    return UNREADABLE;
  }

  /// Whether an index may name something in directories at the top of the work tree, as far as its
  /// beginning says: Git sorts names by their bytes. It must not be split.
  ///
  /// @param beginning of the index file, or all of it
  public static boolean mayName(byte[] beginning, List<String> directories) {
    String last = directories.stream().max(Comparator.naturalOrder()).orElse("") + "0";
    try {
      GitIndexReader in = new GitIndexReader(beginning, GitIndexReader.WIDTHS.getFirst());
      while (in.next()) {
        String path = new String(in.name(), StandardCharsets.ISO_8859_1);
        if (!in.isNamedAsSaid()
            || directories.stream().anyMatch(one -> (path + "/").startsWith(one + "/"))) {
          return true; // also where its ids are longer
        }
        if (path.compareTo(last) > 0) { // "0" follows "/"
          return false;
        }
      }
      return false;
    } catch (RuntimeException _) {
      return true; // it is cut off before that shows, or no index
    }
  }

  /// Whether Git tracks a file, or something in a directory, or may do so.
  public boolean tracks(String path) {
    return this == UNREADABLE
        || entries.containsKey(path)
        || directories.contains(path)
        || isInSparse(path);
  }

  /// Whether a directory above stands for all that is in it.
  private boolean isInSparse(String path) {
    for (int slash = path.lastIndexOf('/');
        slash > 0 && !sparse.isEmpty();
        slash = path.lastIndexOf('/', slash - 1)) {
      if (sparse.contains(path.substring(0, slash))) {
        return true;
      }
    }
    return false;
  }

  /// The tracked files whose paths a test accepts.
  public List<String> paths(Predicate<String> wanted) {
    return entries.keySet().stream()
        .filter(path -> !path.endsWith("/") && wanted.test(path)) // else it stands for a directory
        .toList();
  }

  /// The paths of the links that Git tracks.
  public List<String> links() {
    return entries.values().stream()
        .map(Entry::content)
        .filter(GitContent::isLink)
        .map(GitContent::path)
        .toList();
  }

  /// The contents that another index doesn't have for the same paths.
  public Set<GitContent> since(GitIndex before) {
    Set<GitContent> fresh = new HashSet<>(merged);
    entries.values().forEach(entry -> fresh.add(entry.content()));
    fresh.removeIf(before::has);
    return fresh;
  }

  /// The files with contents that another index has at no path, but for those being merged.
  public List<GitContent> missingIn(GitIndex other) {
    Set<String> there = new HashSet<>();
    other.entries.values().forEach(entry -> there.add(entry.content().blob()));
    return entries.values().stream()
        .map(Entry::content)
        .filter(one -> one.isFile() && !merged.contains(one) && !there.contains(one.blob()))
        .toList();
  }

  /// The plain files that it says to look otherwise than another index does, with their contents.
  ///
  /// @param files the present files: where one looks otherwise, Git compares contents itself
  /// @param seconds when the index was written, since 1970
  public Set<GitContent> looked(GitIndex before, Function<String, Path> files, long seconds) {
    Set<GitContent> looked = new HashSet<>();
    entries.forEach(
        (path, entry) -> {
          Entry was = before.entries.get(path);
          boolean other = was == null || !was.looks().equals(entry.looks());
          if (other
              && entry.looks().filter(l -> l.areBelieved(files.apply(path), seconds)).isPresent()) {
            looked.add(entry.content());
          }
        });
    return looked;
  }

  /// Whether a path has exactly that in it.
  public boolean has(GitContent content) {
    Entry entry = entries.get(content.path());
    return (entry != null && entry.content().equals(content)) || merged.contains(content);
  }

  /// The tracked paths that are not plain files: links and submodules.
  public List<String> specials() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getValue().looks().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The tracked files that Git treats as unchanged or absent because of a mark
  /// (git-update-index(1)).
  public Set<String> marked() {
    return marked;
  }

  /// Whether a file that is not in the work tree counts as unchanged all the same, or may do so.
  public boolean leavesOut(String path) {
    return marked.contains(path) || isInSparse(path);
  }

  /// Those of another index that have such a mark here and hadn't one there.
  public Set<String> newlyMarked(GitIndex before) {
    Set<String> fresh = new HashSet<>(marked);
    fresh.retainAll(before.entries.keySet());
    fresh.removeAll(before.marked);
    return fresh;
  }

  /// Whether it could be read: if not, anything may be tracked.
  public boolean isKnown() {
    return this != UNREADABLE;
  }

  /// Whether another one has the same files with the same contents and marks.
  public boolean stages(GitIndex other) {
    return marked.equals(other.marked)
        && entries.keySet().equals(other.entries.keySet())
        && since(other).isEmpty();
  }

  /// Whether it can be read and names nothing that Git would write outside of the work tree or into
  /// a Git directory: Git itself looks at names when they are added, and not when they are written.
  public boolean isSound() {
    return this != UNREADABLE && entries.keySet().stream().allMatch(GitIndex::isSound);
  }

  private static boolean isSound(String path) {
    int slash = -1;
    do {
      int from = slash + 1;
      slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      if (end - from <= LONGEST_UNSOUND
          && UNSOUND.contains(path.substring(from, end).toLowerCase(Locale.ROOT))) {
        return false;
      }
    } while (slash >= 0);
    return true;
  }

  /// The id of the object with a file's content, if the file is as the index has it.
  public Optional<String> blob(String path, StatRow row) {
    Entry entry = entries.get(path);
    if (entry == null || row.modified() >= written) {
      return Optional.empty();
    }
    return entry.looks().filter(GitIndexReader.Looks.of(row)::equals).isPresent()
        ? Optional.of(entry.content().blob())
        : Optional.empty();
  }
}
