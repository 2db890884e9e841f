// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.checks;

import dev.writ.base.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The places of a workspace, each with its kind, permissions and hash; and what they must be if
/// everything that happened to them is in the ledger.
final class RecordedTree {
  private static final Set<String> OWN = Set.of(".git", ".writ", ".orchestration");

  private RecordedTree() {}

  /// What is there now, without Git's and Writ's own directories.
  static NavigableMap<String, String> now(Path root) throws IOException {
    NavigableMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.list(root)) {
      for (Path top : all.filter(p -> !OWN.contains(p.getFileName().toString())).toList()) {
        try (Stream<Path> below = Files.walk(top)) {
          for (Path place : below.toList()) {
            tree.put(root.relativize(place).toString(), state(place));
          }
        }
      }
    }
    return tree;
  }

  private static String state(Path place) throws IOException {
    if (Files.isSymbolicLink(place)) {
      return "link "
          + hash(Files.readSymbolicLink(place).toString().getBytes(StandardCharsets.UTF_8));
    }
    String mode =
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(place, LinkOption.NOFOLLOW_LINKS));
    return Files.isDirectory(place)
        ? mode + " directory"
        : mode + " " + hash(Files.readAllBytes(place));
  }

  private static String hash(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /// What a tree becomes by the records of a ledger.
  static NavigableMap<String, String> after(
      NavigableMap<String, String> before, List<Json.Obj> records) {
    NavigableMap<String, String> tree = new TreeMap<>(before);
    for (Json.Obj record : records) {
      for (Json file : record.items("files")) {
        apply((Json.Obj) file, tree);
      }
    }
    return tree;
  }

  private static void apply(Json.Obj file, NavigableMap<String, String> tree) {
    String path = file.text("relative_path").orElseThrow();
    String was = tree.getOrDefault(file.text("from_path").orElse(path), "");
    file.text("from_path").ifPresent(tree::remove);
    String mode =
        file.text("after_mode")
            .orElse(file.text("mode").orElse(was.substring(0, Math.max(0, was.indexOf(' ')))));
    String content = file.text("after_hash").orElse("");
    if (file.text("change").orElse("").equals("delete")) {
      tree.remove(path);
    } else if (file.isTrue("directory")) {
      tree.put(path, mode + " directory");
    } else if (file.isTrue("after_link")) {
      tree.put(path, "link " + content);
    } else {
      tree.put(path, mode + " " + content);
    }
  }
}
