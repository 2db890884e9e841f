// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.item.ComparedItem;
import dev.writ.syntax.item.GrammarFacts;
import dev.writ.syntax.item.ItemBuilder;
import dev.writ.syntax.item.ItemPlacement;
import dev.writ.syntax.item.TreeToken;
import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether what some files of one language say is the same as before: declarations may have moved,
/// also from file to file where their order means nothing, and what is declared here may have got
/// another name everywhere.
public final class TreeComparison {
  private final GrammarFacts facts;
  private final ItemPlacement placement;
  private final GrammarLanguage language;

  /// A comparison of files in that language.
  public TreeComparison(GrammarLanguage language) {
    this.language = language;
    this.facts = new GrammarFacts(language);
    this.placement = new ItemPlacement(language);
  }

  /// One file.
  ///
  /// @param before its tree; empty where it was not there
  /// @param after its tree; empty where it is not there any more
  public record Pair(Optional<SyntaxTree> before, Optional<SyntaxTree> after) {}

  /// Whether all of them together mean what they meant.
  public boolean same(List<Pair> files) {
    List<ComparedItem> before = new ArrayList<>();
    List<ComparedItem> after = new ArrayList<>();
    for (Pair file : files) {
      before.add(file.before().map(tree -> ItemBuilder.of(tree, language)).orElse(empty()));
      after.add(file.after().map(tree -> ItemBuilder.of(tree, language)).orElse(empty()));
    }
    RenameMap map = new RenameMap(new PublicContracts(language), known(before), known(after));
    if (files.size() == 1) {
      return same(before.getFirst(), after.getFirst(), map) && map.apart();
    }
    return sameTogether(before, after, map) && map.apart();
  }

  private DeclarationIndex known(List<ComparedItem> files) {
    return new DeclarationIndex(files, facts.implicitParts());
  }

  private static ComparedItem empty() {
    ComparedItem item = new ComparedItem("file", 0, ComparedItem.Order.BOUND);
    item.tokens().add(TreeToken.PARTS);
    item.bodies().add(List.of());
    item.close();
    return item;
  }

  private boolean same(ComparedItem before, ComparedItem after, RenameMap map) {
    if (before.shape() != after.shape()
        || before.tokens().size() != after.tokens().size()
        || before.bodies().size() != after.bodies().size()) {
      return false;
    }
    for (int i = 0; i < before.tokens().size(); i++) {
      if (!before.tokens().get(i).like(after.tokens().get(i))) {
        return false;
      }
    }
    if (!map.take(before, after)) {
      return false;
    }
    for (int i = 0; i < before.bodies().size(); i++) {
      if (!sameBody(before.bodies().get(i), after.bodies().get(i), map)) {
        return false;
      }
    }
    return true;
  }

  /// Files that exchanged declarations: what is bound stays in its file, what is free is anywhere.
  private boolean sameTogether(List<ComparedItem> before, List<ComparedItem> after, RenameMap map) {
    List<ComparedItem> oldFree = new ArrayList<>();
    List<ComparedItem> newFree = new ArrayList<>();
    List<Integer> goneFiles = new ArrayList<>();
    List<Integer> newFiles = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      List<ComparedItem> old = top(before.get(i));
      List<ComparedItem> now = top(after.get(i));
      if (now.isEmpty()) {
        goneFiles.add(i);
      } else if (old.isEmpty()) {
        newFiles.add(i);
      } else if (!sameBound(old, now, map)) {
        return false;
      } else {
        free(old, oldFree);
        free(now, newFree);
      }
    }
    for (int gone : goneFiles) {
      Optional<Integer> moved = movedTo(before.get(gone), newFiles, after);
      if (moved.isPresent()) {
        newFiles.removeIf(moved.get()::equals);
        if (!same(before.get(gone), after.get(moved.get()), map)) {
          return false;
        }
      } else if (!onlyFree(top(before.get(gone)), oldFree)) {
        return false;
      }
    }
    for (int file : newFiles) {
      if (!onlyFree(top(after.get(file)), newFree)) {
        return false;
      }
    }
    return importsKnown(oldFree, newFree) && sameFree(oldFree, newFree, map);
  }

  /// An import does not belong to one file: it only must not be new.
  private static boolean importsKnown(List<ComparedItem> before, List<ComparedItem> after) {
    Set<List<TreeToken>> known = new HashSet<>();
    for (ComparedItem item : before) {
      if (ItemPlacement.imports(item.kind())) {
        known.add(item.tokens());
      }
    }
    before.removeIf(item -> ItemPlacement.imports(item.kind()));
    for (ComparedItem item : after) {
      if (ItemPlacement.imports(item.kind()) && !known.contains(item.tokens())) {
        return false;
      }
    }
    after.removeIf(item -> ItemPlacement.imports(item.kind()));
    return true;
  }

  private static List<ComparedItem> top(ComparedItem file) {
    return file.bodies().isEmpty() ? List.of() : file.bodies().getFirst();
  }

  private static Optional<Integer> movedTo(
      ComparedItem gone, List<Integer> files, List<ComparedItem> after) {
    return files.stream().filter(file -> after.get(file).shape() == gone.shape()).findFirst();
  }

  private static void free(List<ComparedItem> items, List<ComparedItem> out) {
    for (ComparedItem item : items) {
      if (item.order() == ComparedItem.Order.FREE) {
        out.add(item);
      }
    }
  }

  private boolean onlyFree(List<ComparedItem> items, List<ComparedItem> out) {
    for (ComparedItem item : items) {
      if (item.order() != ComparedItem.Order.FREE && !item.kind().startsWith("package")) {
        return false;
      }
    }
    free(items, out);
    return true;
  }

  private boolean sameBound(List<ComparedItem> before, List<ComparedItem> after, RenameMap map) {
    List<ComparedItem> old =
        before.stream().filter(i -> i.order() != ComparedItem.Order.FREE).toList();
    List<ComparedItem> now =
        after.stream().filter(i -> i.order() != ComparedItem.Order.FREE).toList();
    if (old.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < old.size(); i++) {
      if (!same(old.get(i), now.get(i), map)) {
        return false;
      }
    }
    return true;
  }

  private boolean sameBody(List<ComparedItem> before, List<ComparedItem> after, RenameMap map) {
    if (before.size() != after.size()) {
      return false;
    }
    boolean inPlace = placement.inOrderOnly() && (ambiguous(before) || ambiguous(after));
    Moving moving = new Moving();
    int at = 0;
    for (ComparedItem old : before) {
      if (old.moves() && !inPlace) {
        moving.before(old);
        continue;
      }
      while (at < after.size() && after.get(at).moves() && !inPlace) {
        moving.after(after.get(at++));
      }
      if (at == after.size()
          || !same(old, after.get(at++), map)
          || !moving.arrived(this, map, old.order() == ComparedItem.Order.BARRIER)) {
        return false;
      }
    }
    while (at < after.size()) {
      if (!after.get(at).moves()) {
        return false;
      }
      moving.after(after.get(at++));
    }
    return moving.arrived(this, map, true);
  }

  /// Declarations on their way past others.
  private static final class Moving {
    private final List<ComparedItem> oldFree = new ArrayList<>();
    private final List<ComparedItem> newFree = new ArrayList<>();
    private final List<ComparedItem> oldMovable = new ArrayList<>();
    private final List<ComparedItem> newMovable = new ArrayList<>();

    void before(ComparedItem item) {
      (item.order() == ComparedItem.Order.FREE ? oldFree : oldMovable).add(item);
    }

    void after(ComparedItem item) {
      (item.order() == ComparedItem.Order.FREE ? newFree : newMovable).add(item);
    }

    /// Whether those that can't get past what stands here are all the same.
    boolean arrived(TreeComparison comparison, RenameMap map, boolean all) {
      if (!comparison.sameFree(oldMovable, newMovable, map)
          || (all && !comparison.sameFree(oldFree, newFree, map))) {
        return false;
      }
      oldMovable.clear();
      newMovable.clear();
      if (all) {
        oldFree.clear();
        newFree.clear();
      }
      return true;
    }
  }

  /// Whether two declarations have one name, so that the last may be the one that counts.
  private static boolean ambiguous(List<ComparedItem> items) {
    Set<String> names = new HashSet<>();
    for (ComparedItem item : items) {
      for (String name : item.declared()) {
        if (item.moves() && !names.add(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean sameFree(List<ComparedItem> before, List<ComparedItem> after, RenameMap map) {
    if (before.size() != after.size()) {
      return false;
    }
    Map<Long, List<ComparedItem>> byShape = new HashMap<>();
    for (ComparedItem item : after) {
      byShape.computeIfAbsent(item.shape(), _ -> new ArrayList<>()).add(item);
    }
    List<ComparedItem> rest = new ArrayList<>();
    for (ComparedItem old : before) {
      Optional<ComparedItem> now = take(byShape.getOrDefault(old.shape(), List.of()), old);
      if (now.isEmpty()) {
        rest.add(old);
      } else if (!same(old, now.get(), map)) {
        return false;
      }
    }
    for (ComparedItem old : rest) {
      List<ComparedItem> candidates = byShape.getOrDefault(old.shape(), List.of());
      if (candidates.isEmpty()) {
        return false;
      }
      ComparedItem now =
          candidates.stream()
              .filter(item -> item.declared().equals(old.declared()))
              .findFirst()
              .orElse(candidates.getFirst());
      candidates.remove(now);
      if (!same(old, now, map)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<ComparedItem> take(List<ComparedItem> candidates, ComparedItem wanted) {
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.get(i).equalTo(wanted)) {
        return Optional.of(candidates.remove(i));
      }
    }
    return Optional.empty();
  }
}
