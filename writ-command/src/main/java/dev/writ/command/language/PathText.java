// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// Arithmetic on paths as texts, as a shell's `cd` does it, without access to files.
public final class PathText {
  private PathText() {}

  /// Without `.`, doubled slashes, and `..` behind a name. A relative path keeps the `..` that it
  /// begins with; the place itself is the empty text.
  public static String normalised(String path) {
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
  public static String joined(String directory, String path) {
    return normalised(path.startsWith("/") || directory.isEmpty() ? path : directory + "/" + path);
  }

  /// The directory that one is in after `cd target` in that directory.
  public static CommandWord entered(CommandWord directory, CommandWord target) {
    if (target instanceof CommandWord.Home(CommandWord rest)) {
      return below(rest.plain());
    }
    if (directory instanceof CommandWord.Home(CommandWord rest)
        && !target.plain().startsWith("/")) {
      return below(rest.plain() + "/" + target.plain());
    }
    return new CommandWord.Literal(joined(directory.plain(), target.plain()));
  }

  /// The argument of `cd` from one directory to another, so that [#entered] leads there.
  static CommandWord target(CommandWord from, CommandWord to) {
    boolean sameKind = from instanceof CommandWord.Home == to instanceof CommandWord.Home;
    if (!sameKind || to.plain().startsWith("/")) {
      return to;
    }
    List<String> here = names(from);
    List<String> there = names(to);
    int shared = 0;
    while (shared < Math.min(here.size(), there.size())
        && here.get(shared).equals(there.get(shared))) {
      shared++;
    }
    List<String> steps = new ArrayList<>(Collections.nCopies(here.size() - shared, ".."));
    steps.addAll(there.subList(shared, there.size()));
    return new CommandWord.Literal(String.join("/", steps));
  }

  private static List<String> names(CommandWord directory) {
    String path =
        directory instanceof CommandWord.Home(CommandWord rest) ? rest.plain() : directory.plain();
    return Stream.of(path.split("/", -1)).filter(name -> !name.isEmpty()).toList();
  }

  private static CommandWord below(String path) {
    String relative = normalised("./" + path);
    return new CommandWord.Home(new CommandWord.Literal(relative.isEmpty() ? "" : "/" + relative));
  }
}
