// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.List;

/// Arithmetic on paths as texts, as a shell's `cd` does it: nobody looks at any file.
final class PathText {
  private PathText() {}

  /// Without `.`, doubled slashes, and `..` behind a name. A relative path keeps the `..` that it
  /// begins with; the place itself is the empty text.
  static String normalised(String path) {
    boolean absolute = path.startsWith("/");
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (name.equals("..") && !names.isEmpty() && !names.getLast().equals("..")) {
        names.removeLast();
      } else if (!name.isEmpty() && !name.equals(".") && !(absolute && name.equals(".."))) {
        names.add(name);
      }
    }
    return (absolute ? "/" : "") + String.join("/", names);
  }

  /// The path seen from a directory, normalised.
  static String joined(String directory, String path) {
    return normalised(path.startsWith("/") || directory.isEmpty() ? path : directory + "/" + path);
  }

  /// The directory that one is in after `cd target` in that directory.
  static Word entered(Word directory, Word target) {
    if (target instanceof Word.Home(Word rest)) {
      return below(rest.plain());
    }
    if (directory instanceof Word.Home(Word rest) && !target.plain().startsWith("/")) {
      return below(rest.plain() + "/" + target.plain());
    }
    return new Word.Literal(joined(directory.plain(), target.plain()));
  }

  private static Word below(String path) {
    String relative = normalised("./" + path);
    return new Word.Home(new Word.Literal(relative.isEmpty() ? "" : "/" + relative));
  }
}
