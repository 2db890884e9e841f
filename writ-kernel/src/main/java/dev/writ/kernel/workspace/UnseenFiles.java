// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.EntryName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The files that no model may see, as the workspace's `.writignore` lists them in the form of
/// `.gitignore`. The list is read when the first path is looked up, and again when it was changed
/// before a path is named. Where it can't be read, as a link, a pipe, a directory or another
/// encoding than UTF-8, or where a line can match nothing, every file counts as listed: a damaged
/// list never shows anything. It hides whatever Git would ignore, and a rule for directories
/// (`private/`) also a file of that name; but such a rule takes back directories alone (`!*/`).
public final class UnseenFiles {
  static final WorkspacePath LIST = WorkspacePath.of(".writignore");
  private static final int MAX_BYTES = 1 << 20;

  /// Files that programs and records need regardless of the list.
  private static final Set<String> OWN = Set.of(".git", ".writ", ".orchestration", ".writignore");

  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

  private final WorkspaceRoot root;
  private @Nullable UnseenList list;
  private String stamp = "";

  public UnseenFiles(WorkspaceRoot root) {
    this.root = root;
  }

  /// Reads the list again if a person changed it.
  synchronized void refresh() {
    String now = stamp();
    if (!now.equals(stamp)) {
      stamp = now;
      list = null;
    }
  }

  private String stamp() {
    try {
      BasicFileAttributes is =
          Files.readAttributes(
              root.absolute(LIST), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return is.lastModifiedTime() + " " + is.size() + " " + is.fileKey();
    } catch (IOException _) {
      return "";
    }
  }

  /// What the file says.
  private sealed interface UnseenList {
    /// The files that match are hidden.
    record ReadList(IgnoreRules rules) implements UnseenList {}

    /// All are.
    ///
    /// @param reason why it can't be read, with the remedy
    record UnreadableList(String reason) implements UnseenList {}
  }

  private synchronized UnseenList list() {
    UnseenList known = list;
    if (known == null) {
      known = read();
      list = known;
    }
    return known;
  }

  private UnseenList read() {
    try {
      return list(text(root.read(LIST, MAX_BYTES)));
    } catch (NoSuchFileException _) {
      return new UnseenList.ReadList(IgnoreRules.NONE);
    } catch (CharacterCodingException _) {
      return new UnseenList.UnreadableList(
          "Every file counts as hidden, because .writignore can't be read (it is not UTF-8);"
              + " store it as UTF-8, or remove it");
    } catch (IOException e) {
      String reason =
          e instanceof FileSystemException file && file.getReason() != null
              ? file.getReason()
              : String.valueOf(e.getMessage());
      return new UnseenList.UnreadableList(
          "Every file counts as hidden, because .writignore can't be read ("
              + reason
              + "); make it a file, or remove it");
    }
  }

  private static String text(byte[] bytes) throws IOException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    if (text.indexOf('\0') >= 0) {
      throw new CharacterCodingException();
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /// A person who wrote a line meant something by it.
  private static UnseenList list(String text) {
    String plain = text.lines().map(UnseenFiles::fromRoot).collect(Collectors.joining("\n"));
    return IgnoreRules.idle(plain)
        .<UnseenList>map(
            line ->
                new UnseenList.UnreadableList(
                    "Every file counts as hidden, because a line of .writignore can match nothing ("
                        + DisplayText.named(line)
                        + "); correct it"))
        .orElseGet(() -> new UnseenList.ReadList(IgnoreRules.NONE.with(WorkspacePath.ROOT, plain)));
  }

  /// `./name`, which Git never finds, is in the root.
  private static String fromRoot(String line) {
    return line.startsWith("./") ? line.substring(1) : line;
  }

  /// Why the list can't be read, and what to do; empty where it can.
  Optional<String> unreadable() {
    return switch (list()) {
      case UnseenList.ReadList _ -> Optional.empty();
      case UnseenList.UnreadableList(String reason) -> Optional.of(reason);
    };
  }

  /// Whether a place, or a directory that it is in, is on the list.
  boolean hides(WorkspacePath place) {
    return switch (list()) {
      case UnseenList.ReadList(IgnoreRules rules) -> hides(rules, place);
      case UnseenList.UnreadableList _ -> place.isRoot() || !isOwn(place);
    };
  }

  private boolean hides(IgnoreRules rules, WorkspacePath place) {
    if (rules.equals(IgnoreRules.NONE) || place.isRoot() || isOwn(place)) {
      return false;
    }
    for (WorkspacePath at = place.parent(); !at.isRoot(); at = at.parent()) {
      if (lists(rules, at, /* directory= */ true)) {
        return true;
      }
    }
    return lists(rules, place, /* directory= */ false)
        && (lists(rules, place, /* directory= */ true) || !isDirectory(place));
  }

  /// Whether an entry is listed, the directories above it aside: a file where a file or a directory
  /// of that name is.
  private static boolean lists(IgnoreRules rules, WorkspacePath place, boolean directory) {
    return rules.ignored(place, /* directory= */ true)
        || (!directory && rules.ignored(place, /* directory= */ false));
  }

  private boolean isDirectory(WorkspacePath place) {
    return Files.isDirectory(root.absolute(place), LinkOption.NOFOLLOW_LINKS);
  }

  /// @throws IOException where the list can't be read
  private IgnoreRules rules() throws IOException {
    return switch (list()) {
      case UnseenList.ReadList(IgnoreRules rules) -> rules;
      case UnseenList.UnreadableList(String reason) -> throw new IOException(reason);
    };
  }

  private static boolean isOwn(WorkspacePath place) {
    return OWN.contains(place.segments().getFirst());
  }

  /// The present entries: files, and directories with all their content.
  ///
  /// @throws IOException if the workspace can't be looked through
  public List<Path> present() throws IOException {
    return present(WorkspacePath.ROOT);
  }

  /// The existing ones in a directory.
  ///
  /// @throws IOException if it can't be looked through
  List<Path> present(WorkspacePath below) throws IOException {
    List<Path> present = new ArrayList<>();
    IgnoreRules rules = rules();
    if (rules.equals(IgnoreRules.NONE)) {
      return present;
    }
    if (hides(rules, below)) {
      present.add(root.absolute(below));
    } else if (LINUX) {
      try (DirectoryHandle directory = DirectoryHandle.open(root.absolute(below))) {
        gather(directory, below, rules, present);
      } catch (NoSuchFileException | NotDirectoryException _) {
        return present; // nothing is below it
      }
    } else {
      gatherPlainly(below, present);
    }
    return present;
  }

  /// Takes the kinds of entries from their directory: a look at each of 100,000 files, before each
  /// command, takes four times as long.
  ///
  /// @param at is not on the list
  private void gather(
      DirectoryHandle directory, WorkspacePath at, IgnoreRules all, List<Path> present)
      throws IOException {
    List<EntryName> names = directory.names();
    for (EntryName name : names) {
      if (name.name().indexOf('\uFFFD') >= 0) {
        gatherPlainly(at, present); // a name that is not UTF-8 leads nowhere as a text
        return;
      }
    }
    for (EntryName name : names) {
      if (!name.mayBeDirectory() && !all.mayIgnore(name.name())) {
        continue; // nearly every file, for which no path is built
      }
      WorkspacePath place = at.child(name.name());
      if (isOwn(place)) {
        continue;
      }
      if (lists(all, place, name.mayBeDirectory())) {
        present.add(root.absolute(place));
      } else if (name.mayBeDirectory()) {
        try (DirectoryHandle below = directory.child(name.name())) {
          gather(below, place, all, present);
        } catch (NotDirectoryException _) {
          if (lists(all, place, /* directory= */ false)) {
            present.add(root.absolute(place)); // the file system tells no kinds
          }
        } catch (NoSuchFileException | AccessDeniedException _) {
          // It is gone, or what can't be read and so can't be shown.
        }
      }
    }
  }

  /// The same by paths, which takes names of any bytes and works on any system.
  private void gatherPlainly(WorkspacePath below, List<Path> present) throws IOException {
    Path top = root.path();
    Path start = root.absolute(below);
    Files.walkFileTree(
        start,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            if (directory.equals(start)) {
              return FileVisitResult.CONTINUE;
            }
            return take(directory) || isOwn(place(directory))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            take(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // what can't be read can't be shown
          }

          private WorkspacePath place(Path path) {
            return WorkspacePath.of(top.relativize(path).toString());
          }

          private boolean take(Path path) {
            boolean hidden = hides(place(path));
            if (hidden) {
              present.add(path);
            }
            return hidden;
          }
        });
  }
}
