// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.reading;

import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PathAccess;
import dev.writ.pack.schema.PathUse;
import dev.writ.pack.schema.RiskLevel;
import dev.writ.pack.schema.ValueRule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// The findings while an argument array is read.
public final class ReadingFindings {
  private final EnumSet<PackEffect> effects = EnumSet.noneOf(PackEffect.class);
  private final List<PathUse> paths = new ArrayList<>(4);
  private final List<String> addresses = new ArrayList<>(0);
  private final List<String> reasons = new ArrayList<>(0);
  private final List<PackOption> seen = new ArrayList<>(4);
  private RiskLevel risk = RiskLevel.SAFE;

  /// A copy that continues from here, without changing this.
  ReadingFindings copy() {
    ReadingFindings copy = new ReadingFindings();
    copy.effects.addAll(effects);
    copy.paths.addAll(paths);
    copy.addresses.addAll(addresses);
    copy.reasons.addAll(reasons);
    copy.seen.addAll(seen);
    copy.risk = risk;
    return copy;
  }

  public void add(CommandConsequence consequence) {
    effects.addAll(consequence.effects());
    if (consequence.risk().compareTo(risk) > 0) {
      risk = consequence.risk();
    }
    if (!consequence.why().isEmpty() && !reasons.contains(consequence.why())) {
      reasons.add(consequence.why());
    }
  }

  void add(PackOption option) {
    seen.add(option);
    add(option.consequence());
  }

  List<PackOption> seen() {
    return seen;
  }

  boolean has(String optionName) {
    for (PackOption option : seen) {
      if (option.names().contains(optionName)) {
        return true;
      }
    }
    return false;
  }

  boolean hasAny(List<String> optionNames) {
    for (String name : optionNames) {
      if (has(name)) {
        return true;
      }
    }
    return false;
  }

  /// Notes what a word means that was found to be such a value.
  public void note(ValueRule value, String word) {
    switch (value) {
      case ValueRule.PathName name -> name.path(word).ifPresent(path -> note(path, name.access()));
      case ValueRule.GitRevision _ -> {
        paths.add(new PathUse(word, PathAccess.READ));
        int colon = word.indexOf(':');
        if (colon >= 0 && colon + 1 < word.length()) {
          // `:0:PATH` is the path in a stage of the index.
          boolean staged = colon == 0 && word.length() > 3 && word.charAt(2) == ':';
          paths.add(new PathUse(word.substring(staged ? 3 : colon + 1), PathAccess.READ));
        }
      }
      case ValueRule.Address _ -> addresses.add(word);
      default -> {} // It names no place.
    }
  }

  private void note(String path, PathAccess access) {
    if (!path.equals("-")) {
      paths.add(new PathUse(path, access));
      effects.add(access == PathAccess.READ ? PackEffect.READ : PackEffect.WRITE);
    }
  }

  public PackReading.Known known(String commandId) {
    return new PackReading.Known(
        commandId,
        EnumSet.copyOf(effects),
        risk,
        List.copyOf(paths),
        List.copyOf(addresses),
        List.copyOf(reasons));
  }
}
