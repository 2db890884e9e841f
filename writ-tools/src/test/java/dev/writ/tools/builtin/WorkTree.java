// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A workspace with a bit of everything, and what it is like.
public final class WorkTree {
  private WorkTree() {}

  /// A repository with a commit, a stopped rebase's worth of history, and ignored outputs.
  public static void prepare(Door door) throws Exception {
    door.file(".gitignore", "out/\n*.log\n");
    door.file("src/a.txt", "one\n");
    door.file("src/b.sh", "#!/bin/sh\n");
    Files.setAttribute(door.root.resolve("src/b.sh"), "unix:mode", 0750);
    door.file("docs/deep/er/c.txt", "three\n");
    door.file("lib/a.txt", "lib one\n");
    door.file("lib/l.txt", "lib l\n");
    door.file("private.txt", "mine\n");
    Files.setAttribute(door.root.resolve("private.txt"), "unix:mode", 0600);
    door.file("out/old.o", "object\n");
    Files.createSymbolicLink(door.root.resolve("link"), Path.of("src/a.txt"));
    Files.createDirectory(door.root.resolve("empty"));
    Scripts.repository(door);
  }

  /// The content of a tree: kind, permissions and content of each place, without Git's and Writ's
  /// own.
  public static Map<String, String> tree(Door door) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(door.root)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        String name = door.root.relativize(path).toString();
        if (!name.isEmpty()
            && !name.matches("(\\.git|\\.writ|\\.orchestration|out)(/.*)?|script.txt")) {
          int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
          String content =
              Files.isSymbolicLink(path)
                  ? "-> " + Files.readSymbolicLink(path)
                  : Files.isRegularFile(path)
                      ? new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1)
                      : "";
          tree.put(name, Integer.toOctalString(mode) + " " + content);
        }
      }
    }
    return tree;
  }

  /// The settings that Git would obey, from the person's own Git.
  public static String settings(Door door) throws Exception {
    return Scripts.git(door, "config", "--show-origin", "--list")
        + Scripts.git(door, "rev-parse", "--git-path", "hooks");
  }

  /// The same with submodules and the state of the work tree.
  public static String obeyed(Door door) throws Exception {
    return settings(door)
        + Scripts.git(door, "submodule", "foreach", "true")
        + Scripts.git(door, "status", "--porcelain", "--", ".", ":!.orchestration", ":!script.txt");
  }

  public static void undo(Door door) throws IOException {
    if (!Scripts.told(door).isEmpty()) {
      Scripts.undoAll(door);
    }
  }
}
