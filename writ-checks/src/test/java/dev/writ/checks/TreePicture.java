// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import dev.writ.base.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The content of a tree: for each path its kind, its permissions, and the hash of its content or
/// of its link's target.
record TreePicture(Map<String, Entry> entries) {
  /// Kept by Git and by Writ itself, at the top of a workspace.
  private static final List<String> OWN = List.of(".git", ".orchestration", ".writ");

  /// The entry at a path.
  record Entry(Kind kind, String mode, String hash) {
    @Override
    public String toString() {
      return kind + " " + mode + " " + hash;
    }
  }

  /// The kinds of entries.
  enum Kind {
    /// With a content and permissions.
    FILE,
    /// With permissions.
    DIRECTORY,
    /// With a target.
    LINK
  }

  TreePicture {
    entries = new TreeMap<>(entries);
  }

  /// A line for each path.
  List<String> lines() {
    return entries.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList();
  }

  /// A picture of a directory.
  ///
  /// @param outputs names of what is passed over, wherever it lies
  static TreePicture of(Path root, List<String> outputs) throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (directory.equals(root)) {
              return FileVisitResult.CONTINUE;
            }
            if (isLeftOut(directory)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            put(directory, new Entry(Kind.DIRECTORY, mode(directory), ""));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (isLeftOut(file)) {
              return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
              String target = Files.readSymbolicLink(file).toString();
              put(file, new Entry(Kind.LINK, "", hash(target.getBytes(StandardCharsets.UTF_8))));
            } else {
              put(file, new Entry(Kind.FILE, mode(file), hash(Files.readAllBytes(file))));
            }
            return FileVisitResult.CONTINUE;
          }

          private boolean isLeftOut(Path path) {
            String name = path.getFileName().toString();
            return outputs.contains(name) || (root.equals(path.getParent()) && OWN.contains(name));
          }

          private void put(Path path, Entry entry) {
            entries.put(root.relativize(path).toString(), entry);
          }
        });
    return new TreePicture(entries);
  }

  /// The tree after these records of the ledger are applied to it.
  ///
  /// @param after the source of permissions that no record contains: the usual ones
  /// @throws AssertionError where a record begins with something else than was there
  TreePicture changedBy(List<Json.Obj> records, TreePicture after) {
    TreePicture changed = new TreePicture(entries);
    for (Json.Obj record : records) {
      record.items("files").forEach(file -> changed.change((Json.Obj) file, after));
    }
    return changed;
  }

  private void change(Json.Obj file, TreePicture after) {
    String path = file.text("relative_path").orElseThrow();
    if (OWN.contains(path.replaceFirst("/.*", ""))) {
      return;
    }
    Entry before = entries.remove(file.text("from_path").orElse(path));
    String was = before == null ? "" : before.hash();
    if (!file.text("before_hash").orElse("").equals(was)) {
      throw new AssertionError("another content was there: " + before + ", not as in " + file);
    }
    if (file.text("change").orElseThrow().equals("delete")) {
      return;
    }
    String hash = file.text("after_hash").orElse("");
    Entry usual = before == null ? after.entries.get(path) : before;
    String mode = file.text("after_mode").orElseGet(() -> usual == null ? "" : usual.mode());
    boolean directory = file.isTrue("directory");
    entries.put(
        path,
        file.isTrue("after_link")
            ? new Entry(Kind.LINK, "", hash)
            : new Entry(directory ? Kind.DIRECTORY : Kind.FILE, mode, hash));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  /// As the ledger writes it.
  private static String hash(byte[] content) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return "sha256:" + HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
