// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.item.ComparedItem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The declarations of a record's files, before or after it.
final class DeclarationIndex {
  private static final int MOST_BASES = 100;

  private final Set<String> declared = new HashSet<>();
  private final Set<String> members = new HashSet<>();
  private final Set<String> words = new HashSet<>();
  private final Set<String> around = new HashSet<>();
  private final Set<String> promised = new HashSet<>();
  private final Map<String, Set<String>> bases = new HashMap<>();
  private final boolean implicit;

  /// Of these files.
  ///
  /// @param implicit whether a method reaches the parts of its own object by their names alone
  DeclarationIndex(List<ComparedItem> files, boolean implicit) {
    this.implicit = implicit;
    collect(files);
    promises(files);
  }

  private void collect(List<ComparedItem> items) {
    for (ComparedItem item : items) {
      declared.addAll(item.declared());
      words.addAll(item.words());
      if (item.member()) {
        members.addAll(item.declared());
      }
      if (implicit || !item.member()) {
        around.addAll(item.declared());
      }
      for (String name : item.declared()) {
        bases.computeIfAbsent(name, _ -> new HashSet<>()).addAll(item.heritage().bases());
      }
      item.bodies().forEach(this::collect);
    }
  }

  private void promises(List<ComparedItem> items) {
    for (ComparedItem item : items) {
      if (item.inherited() && outside(item.around().bases())) {
        item.declared().stream().filter(name -> !name.startsWith("_")).forEach(promised::add);
      }
      item.bodies().forEach(this::promises);
    }
  }

  /// Whether a supertype is not visible here. A member that overrides another in a type without
  /// supertypes overrides one that every type has.
  private boolean outside(Set<String> types) {
    Set<String> seen = new HashSet<>(types);
    Deque<String> open = new ArrayDeque<>(types);
    while (!open.isEmpty()) {
      String type = open.pop();
      if (!declared.contains(type) || seen.size() > MOST_BASES) {
        return true;
      }
      for (String base : bases.getOrDefault(type, Set.of())) {
        if (seen.add(base)) {
          open.push(base);
        }
      }
    }
    return types.isEmpty();
  }

  /// Whether the name is made known here.
  boolean declares(String name) {
    return declared.contains(name);
  }

  /// Whether a function sees something of that name around it.
  boolean visible(String name) {
    return around.contains(name);
  }

  /// Whether a caller says that name for a parameter; PHP's variables have a sign before it.
  boolean word(String name) {
    return words.contains(name.startsWith("$") ? name.substring(1) : name);
  }

  /// Whether it is that of a type's part.
  boolean member(String name) {
    return members.contains(name);
  }

  /// Whether it may be one that a type outside asks for.
  boolean promised(String name) {
    return promised.contains(name);
  }
}
