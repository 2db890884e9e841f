// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Which name became which, over everything that one record changed; and whether that can be a
/// renaming at all. A name can change only where what it names is declared in the same record.
final class Renaming {
  private final Contracts contracts;
  private final Set<String> declaredBefore;
  private final Set<String> declaredAfter;
  private final Map<String, String> forth = new HashMap<>();
  private final Map<String, String> back = new HashMap<>();
  private final Set<String> ownBefore = new HashSet<>();
  private final Set<String> ownAfter = new HashSet<>();

  Renaming(Contracts contracts, Set<String> declaredBefore, Set<String> declaredAfter) {
    this.contracts = contracts;
    this.declaredBefore = declaredBefore;
    this.declaredAfter = declaredAfter;
  }

  /// Takes over how one item became another of the same shape.
  ///
  /// @return whether that goes with everything before
  boolean take(Item before, Item after) {
    Map<String, String> own = new HashMap<>();
    Map<String, String> ownBack = new HashMap<>();
    for (int i = 0; i < before.tokens().size(); i++) {
      Token old = before.tokens().get(i);
      Token now = after.tokens().get(i);
      if (!old.name()) {
        continue;
      }
      String from = old.text();
      String to = now.text();
      boolean mayBeOwn = old.role() == Token.Role.NAME;
      boolean ownOnce = mayBeOwn && before.locals().contains(from);
      if (ownOnce != (mayBeOwn && after.locals().contains(to))) {
        return false;
      }
      if (ownOnce
          ? !pair(own, ownBack, from, to) || !owned(from, to)
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
        || (declaredBefore.contains(from)
            && declaredAfter.contains(to)
            && !declaredBefore.contains(to)
            && contracts.renames(from, to));
  }

  private boolean owned(String from, String to) {
    if (from.equals(to)) {
      return true;
    }
    ownBefore.add(from);
    ownAfter.add(to);
    return contracts.renames(from, to);
  }

  /// Whether no function's own name hides, or is mistaken for, one that is known around it.
  boolean apart() {
    for (String name : ownBefore) {
      if (declaredBefore.contains(name)) {
        return false;
      }
    }
    for (String name : ownAfter) {
      if (declaredAfter.contains(name)) {
        return false;
      }
    }
    return true;
  }
}
