// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.item.ComparedItem;
import dev.writ.syntax.item.TreeToken;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The renames over everything that one record changed; and whether each can be a rename at all. A
/// name can change only if its declaration is in the same record.
final class RenameMap {
  private final PublicContracts contracts;
  private final DeclarationIndex before;
  private final DeclarationIndex after;
  private final Map<String, String> forth = new HashMap<>();
  private final Map<String, String> back = new HashMap<>();
  private final Set<String> ownBefore = new HashSet<>();
  private final Set<String> ownAfter = new HashSet<>();

  RenameMap(PublicContracts contracts, DeclarationIndex before, DeclarationIndex after) {
    this.contracts = contracts;
    this.before = before;
    this.after = after;
  }

  /// Takes over how one item became another of the same shape.
  ///
  /// @return whether that goes with everything before
  boolean take(ComparedItem old, ComparedItem now) {
    Map<String, String> own = new HashMap<>();
    Map<String, String> ownBack = new HashMap<>();
    for (int i = 0; i < old.tokens().size(); i++) {
      TreeToken was = old.tokens().get(i);
      TreeToken is = now.tokens().get(i);
      if (!was.name()) {
        continue;
      }
      String from = was.text();
      String to = is.text();
      boolean mayBeOwn = was.role() == TreeToken.TokenRole.NAME;
      boolean ownOnce = mayBeOwn && old.locals().contains(from);
      if (ownOnce != (mayBeOwn && now.locals().contains(to))) {
        return false;
      }
      if (ownOnce
          ? !pair(own, ownBack, from, to) || !owned(old, now, from, to)
          : !pair(forth, back, from, to) || !known(from, to)) {
        return false;
      }
    }
    return true;
  }

  private static boolean pair(
      Map<String, String> forth, Map<String, String> back, String from, String to) {
    String known = forth.putIfAbsent(from, to);
    String source = back.putIfAbsent(to, from);
    return (known == null || known.equals(to)) && (source == null || source.equals(from));
  }

  private boolean known(String from, String to) {
    return from.equals(to)
        || (before.declares(from)
            && after.declares(to)
            && !before.declares(to)
            && !before.promised(from)
            && !after.promised(to)
            && contracts.renames(from, to, before.member(from) || after.member(to)));
  }

  private boolean owned(ComparedItem old, ComparedItem now, String from, String to) {
    if (from.equals(to)) {
      return true;
    }
    if (before.word(from) || after.word(to)) {
      return false;
    }
    if (!old.bodies().isEmpty() || !old.everywhere().contains(from)) {
      ownBefore.add(from);
    }
    if (!now.bodies().isEmpty() || !now.everywhere().contains(to)) {
      ownAfter.add(to);
    }
    return contracts.renames(from, to, false);
  }

  /// Whether no function's own name hides, or is mistaken for, one that is known around it.
  boolean apart() {
    for (String name : ownBefore) {
      if (before.visible(name)) {
        return false;
      }
    }
    for (String name : ownAfter) {
      if (after.visible(name)) {
        return false;
      }
    }
    return true;
  }
}
