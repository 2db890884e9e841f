// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.pack.file;

import dev.writ.pack.schema.PackOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How the options of a command differ from what they were.
final class OptionDiff {
  private final Map<String, PackDiff.Way> found = new LinkedHashMap<>();

  private OptionDiff() {}

  /// Each difference in words, with its way.
  static Map<String, PackDiff.Way> between(List<PackOption> before, List<PackOption> after) {
    OptionDiff diff = new OptionDiff();
    Map<String, PackOption> old = byName(before);
    Map<String, PackOption> now = byName(after);
    diff.named(PackDiff.Way.ADDED, missing(now, old));
    diff.named(PackDiff.Way.REMOVED, missing(old, now));
    now.forEach(
        (name, option) -> {
          PackOption was = old.get(name);
          if (was != null) {
            diff.option(name, was, option);
          }
        });
    return diff.found;
  }

  /// Of options with the same name the first counts, as when they are read.
  private static Map<String, PackOption> byName(List<PackOption> options) {
    Map<String, PackOption> names = new LinkedHashMap<>();
    for (PackOption option : options) {
      option.names().forEach(name -> names.putIfAbsent(name, option));
    }
    return names;
  }

  private static List<String> missing(Map<String, PackOption> in, Map<String, PackOption> from) {
    List<String> names = new ArrayList<>(in.keySet());
    names.removeAll(from.keySet());
    return names;
  }

  private void named(PackDiff.Way way, List<String> names) {
    if (!names.isEmpty()) {
      found.put("options " + String.join(" ", names), way);
    }
  }

  private void option(String name, PackOption before, PackOption after) {
    Optional<PackDiff.Way> way = StrictnessOrder.of(before.consequence(), after.consequence());
    way.ifPresent(
        w ->
            found.put(
                name + ": " + StrictnessOrder.words(before.consequence(), after.consequence()), w));
    StrictnessOrder.of(before.value(), after.value())
        .ifPresent(
            w ->
                found.put(
                    "%s: takes %s, not %s"
                        .formatted(
                            name,
                            StrictnessOrder.words(after.value()),
                            StrictnessOrder.words(before.value())),
                    w));
    if (before.arity() != after.arity()) {
      found.put(
          "%s: its value stands %s, not %s".formatted(name, after.arity(), before.arity()),
          PackDiff.Way.WIDENED);
    }
    usage(name, before.usage(), after.usage());
  }

  private void usage(String name, PackOption.Usage before, PackOption.Usage after) {
    if (before.required() != after.required()) {
      found.put(
          name + (after.required() ? ": is now required" : ": is no longer required"),
          after.required() ? PackDiff.Way.NARROWED : PackDiff.Way.WIDENED);
    }
    if (before.repeatable() != after.repeatable()) {
      found.put(
          name + (after.repeatable() ? ": may now be repeated" : ": may no longer be repeated"),
          after.repeatable() ? PackDiff.Way.WIDENED : PackDiff.Way.NARROWED);
    }
    Set<String> old = new HashSet<>(before.conflicts());
    Set<String> now = new HashSet<>(after.conflicts());
    if (!old.equals(now)) {
      found.put(
          name + ": conflicts with " + String.join(" ", after.conflicts()),
          now.containsAll(old) ? PackDiff.Way.NARROWED : PackDiff.Way.WIDENED);
    }
  }
}
