// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A ref of Git, or a `HEAD`, that was changed while a command ran. Once it was put back, what it
/// led to is found by its number only.
///
/// @param file where it stands
/// @param name as Git calls it, below the repository's directory
/// @param before what it held: the number of an object, or where `HEAD` leads; empty if nothing
/// @param after what it held then
/// @param stays whether it was left so
public record RefMove(Path file, String name, String before, String after, boolean stays) {
  private static final Path GIT = Path.of(".git");
  private static final Path REFS = Path.of("refs");
  private static final Path LOGS = Path.of("logs");
  private static final Path HEAD = Path.of("HEAD");
  private static final Pattern VALUE =
      Pattern.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?|ref: refs/[!-~]{1,200}");

  /// The most refs of a directory that are named.
  private static final int MOST = 100;

  private static final int MOST_BYTES = 1 << 10;

  /// Those at a place or below it, as they are now.
  ///
  /// @param was what stood there
  static List<RefMove> at(Path workspace, Path place, @Nullable FileBackup was, boolean stays)
      throws IOException {
    List<RefMove> found = new ArrayList<>();
    Path inside = workspace.relativize(place);
    List<Path> names = new ArrayList<>();
    inside.forEach(names::add);
    int git = names.indexOf(GIT);
    boolean isRef = names.contains(REFS) || place.endsWith(HEAD);
    if (git < 0 || git + 1 == names.size() || names.contains(LOGS) || !isRef) {
      return found;
    }
    Path repository = workspace.resolve(inside.subpath(0, git + 1));
    find(repository, place, was, stays, found);
    return found;
  }

  private static void find(
      Path repository, Path place, @Nullable FileBackup was, boolean stays, List<RefMove> found)
      throws IOException {
    if (Files.isDirectory(place, NOFOLLOW_LINKS)) {
      if (!Files.isReadable(place)) {
        return; // nobody can say what is in it
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
        for (Path entry : entries) {
          if (found.size() < MOST) {
            find(repository, entry, null, stays, found);
          }
        }
      }
      return;
    }
    byte[] content = was == null ? null : was.content();
    String before = content == null ? "" : value(content);
    boolean readable =
        Files.isRegularFile(place, NOFOLLOW_LINKS)
            && Files.isReadable(place)
            && Files.size(place) <= MOST_BYTES;
    String after = readable ? value(Files.readAllBytes(place)) : "";
    if (!before.equals(after)) {
      found.add(new RefMove(place, repository.relativize(place).toString(), before, after, stays));
    }
  }

  private static String value(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8).strip();
    return VALUE.matcher(text).matches() ? text : "";
  }
}
