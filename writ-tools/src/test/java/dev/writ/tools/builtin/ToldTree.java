// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.file.PermissionText;
import dev.writ.records.ledger.RecordedChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files, links and directories of a workspace with their modes and hashes, but for Git's,
/// Writ's and outputs: as they are, and as the records tell them.
public final class ToldTree {
  private ToldTree() {}

  /// Fails where two trees differ.
  public static void alike(Map<String, String> is, Map<String, String> wanted) {
    Set<Map.Entry<String, String>> more = new HashSet<>(is.entrySet());
    more.removeAll(wanted.entrySet());
    Set<Map.Entry<String, String>> fewer = new HashSet<>(wanted.entrySet());
    fewer.removeAll(is.entrySet());
    assertThat(more).as("instead of %s", fewer).isEmpty();
    assertThat(fewer).isEmpty();
  }

  /// What is there now.
  public static Map<String, String> now(Door door) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(door.root)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        String name = door.root.relativize(path).toString();
        if (!name.isEmpty() && !isNobodys(name)) {
          tree.put(name, state(path));
        }
      }
    }
    return tree;
  }

  private static boolean isNobodys(String name) {
    return name.matches("(\\.git|\\.writ|\\.orchestration|out)(/.*)?|script.txt")
        || name.matches(".*/\\.git/.*|src/gen|src/out(/.*)?|.*\\.log");
  }

  private static String state(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "link " + ContentHash.of(Files.readSymbolicLink(path).toString());
    }
    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if (Files.isDirectory(path)) {
      return PermissionText.of(mode & PermissionText.BITS) + " directory";
    }
    String special = (mode & 07000) == 0 ? "" : "set-id ";
    String permissions =
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    if (!Files.isRegularFile(path)) {
      return permissions + " special";
    }
    boolean shared = (int) Files.getAttribute(path, "unix:nlink") > 1;
    String content = ContentHash.of(Files.readAllBytes(path));
    return permissions + " " + special + (shared ? "shared " : "") + content;
  }

  /// What the records make of what was there.
  public static Map<String, String> after(Door door, Map<String, String> before)
      throws IOException {
    Map<String, String> told = new TreeMap<>(before);
    for (RecordedChange file : Scripts.files(door)) {
      String path = file.path();
      Optional<String> from = file.from();
      String old = told.getOrDefault(from.orElse(path), "rw-r--r-- ");
      from.ifPresent(told::remove);
      boolean isDirectory = file.isDirectory();
      Optional<String> hash = file.after().hash();
      if (file.after().vacant() || (!isDirectory && hash.isEmpty())) {
        told.remove(path);
      } else if (file.after().link()) {
        told.put(path, "link " + hash.orElseThrow());
      } else {
        String mode = file.after().mode().orElse(old.split(" ", 2)[0]);
        told.put(path, mode + " " + (isDirectory ? "directory" : hash.orElseThrow()));
      }
    }
    told.keySet().removeIf(ToldTree::isNobodys);
    return told;
  }
}
