// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.pack.file;

import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PositionalArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The difference of a pack from another one of its tool. In doubt a difference is a widening: a
/// person must see every change that is not certainly a narrowing.
public final class PackDiff {
  /// The way of a difference.
  public enum Way {
    /// Named now, and was not.
    ADDED,
    /// No longer named.
    REMOVED,
    /// Permits more, or says less of what it does.
    WIDENED,
    /// Permits less, or says more of what it does.
    NARROWED;

    /// Whether more is permitted than before.
    public boolean widens() {
      return this == ADDED || this == WIDENED;
    }
  }

  /// One difference.
  ///
  /// @param where the command's id, or the tool
  /// @param what in words
  public record PackDifference(Way way, String where, String what) {}

  private final List<PackDifference> found = new ArrayList<>();

  private PackDiff() {}

  /// All differences, the tool's own first, then command by command.
  ///
  /// @param before empty where nothing is in force
  public static List<PackDifference> between(Optional<Pack> before, Pack after) {
    PackDiff diff = new PackDiff();
    if (before.isEmpty()) {
      diff.add(Way.ADDED, after.tool(), "the whole pack");
      after.commands().forEach(command -> diff.add(Way.ADDED, command.id(), "the command"));
    } else {
      diff.tools(before.get(), after);
      diff.commands(before.get(), after);
    }
    return List.copyOf(diff.found);
  }

  private void add(Way way, String where, String what) {
    found.add(new PackDifference(way, where, what));
  }

  private void tools(Pack before, Pack after) {
    String tool = after.tool();
    names(tool, "program", before.title().binaries(), after.title().binaries());
    digests(tool, before.title().digests(), after.title().digests());
    if (before.dialect() != after.dialect()) {
      add(
          Way.WIDENED,
          tool,
          "its words are read as " + after.dialect() + ", not as " + before.dialect());
    }
    names(tool, "cache", before.needs().caches(), after.needs().caches());
    names(tool, "store", before.needs().stores(), after.needs().stores());
    names(tool, "output", before.needs().outputs(), after.needs().outputs());
    names(tool, "proxy setting", settings(before.needs().proxy()), settings(after.needs().proxy()));
    names(tool, "host", before.needs().hosts(), after.needs().hosts());
    taken(tool, before.needs().takes(), after.needs().takes());
    globals(before, after);
  }

  /// A grant is bound to the content of what a program takes.
  private void taken(String tool, List<String> before, List<String> after) {
    for (String name : after) {
      if (!before.contains(name)) {
        add(Way.NARROWED, tool, "grants are bound to its file " + name);
      }
    }
    for (String name : before) {
      if (!after.contains(name)) {
        add(Way.WIDENED, tool, "grants are not bound to its file " + name);
      }
    }
  }

  /// None at all permits every content.
  private void digests(String tool, Set<String> before, Set<String> after) {
    if (before.isEmpty() == after.isEmpty()) {
      names(tool, "program with SHA-256", sorted(before), sorted(after));
    } else if (after.isEmpty()) {
      add(Way.WIDENED, tool, "its programs may have any content");
    } else {
      add(Way.NARROWED, tool, "its programs have one of the SHA-256 " + sorted(after));
    }
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private static List<String> settings(Map<String, String> proxy) {
    return proxy.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).sorted().toList();
  }

  private void names(String where, String kind, List<String> before, List<String> after) {
    for (String name : after) {
      if (!before.contains(name)) {
        add(Way.ADDED, where, kind + " " + name);
      }
    }
    for (String name : before) {
      if (!after.contains(name)) {
        add(Way.REMOVED, where, kind + " " + name);
      }
    }
  }

  /// Options before a command's words, by the words of their group.
  private void globals(Pack before, Pack after) {
    Map<String, List<PackOption>> old = groups(before);
    Map<String, List<PackOption>> now = groups(after);
    now.forEach((group, options) -> options(group, old.getOrDefault(group, List.of()), options));
    old.forEach(
        (group, options) -> {
          if (!now.containsKey(group)) {
            options(group, options, List.of());
          }
        });
  }

  private static Map<String, List<PackOption>> groups(Pack pack) {
    Map<String, List<PackOption>> groups = new LinkedHashMap<>();
    for (Pack.Globals globals : pack.globals()) {
      String words = String.join(" ", globals.after());
      groups
          .computeIfAbsent((pack.tool() + " " + words).strip(), _ -> new ArrayList<>())
          .addAll(globals.options());
    }
    return groups;
  }

  private void options(String where, List<PackOption> before, List<PackOption> after) {
    OptionDiff.between(before, after).forEach((what, way) -> add(way, where, what));
  }

  private void commands(Pack before, Pack after) {
    Map<String, PackCommand> old = byId(before);
    Map<String, PackCommand> now = byId(after);
    for (PackCommand command : after.commands()) {
      PackCommand was = old.get(command.id());
      if (was == null) {
        add(Way.ADDED, command.id(), "the command");
      } else {
        command(was, command);
      }
    }
    for (PackCommand command : before.commands()) {
      if (!now.containsKey(command.id())) {
        add(Way.REMOVED, command.id(), "the command");
      }
    }
    List<String> oldOrder = old.keySet().stream().filter(now::containsKey).toList();
    List<String> newOrder = now.keySet().stream().filter(old::containsKey).toList();
    if (!oldOrder.equals(newOrder)) {
      add(
          Way.WIDENED,
          after.tool(),
          "the order of its commands, of which the first that fits counts");
    }
  }

  private static Map<String, PackCommand> byId(Pack pack) {
    Map<String, PackCommand> commands = new LinkedHashMap<>();
    pack.commands().forEach(command -> commands.put(command.id(), command));
    return commands;
  }

  private void command(PackCommand before, PackCommand after) {
    String id = after.id();
    if (!before.words().equals(after.words())) {
      add(
          Way.WIDENED,
          id,
          "its words are '%s', not '%s'"
              .formatted(String.join(" ", after.words()), String.join(" ", before.words())));
    }
    StrictnessOrder.of(before.consequence(), after.consequence())
        .ifPresent(
            way -> add(way, id, StrictnessOrder.words(before.consequence(), after.consequence())));
    options(id, before.syntax().options(), after.syntax().options());
    positionals(id, "operands", before.syntax().positionals(), after.syntax().positionals());
    positionals(id, "words behind --", before.syntax().behind(), after.syntax().behind());
    if (before.syntax().end() != after.syntax().end()) {
      add(
          Way.WIDENED,
          id,
          "its options end %s, not %s".formatted(after.syntax().end(), before.syntax().end()));
    }
  }

  private void positionals(
      String id, String kind, List<PositionalArgument> before, List<PositionalArgument> after) {
    boolean same = before.size() == after.size();
    Optional<Way> way = Optional.empty();
    for (int i = 0; same && i < after.size(); i++) {
      way = StrictnessOrder.both(way, StrictnessOrder.of(before.get(i), after.get(i)));
    }
    if (!same) {
      add(
          after.isEmpty() ? Way.NARROWED : Way.WIDENED,
          id,
          "its %s are %s, not %s".formatted(kind, shown(after), shown(before)));
    } else {
      way.ifPresent(
          w -> add(w, id, "its %s are %s, not %s".formatted(kind, shown(after), shown(before))));
    }
  }

  private static String shown(List<PositionalArgument> positionals) {
    return positionals.isEmpty()
        ? "none"
        : String.join(
            ", ",
            positionals.stream()
                .map(
                    p -> p.name() + " (" + p.count() + " " + StrictnessOrder.words(p.value()) + ")")
                .toList());
  }
}
