// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.pack.file;

import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.PathAccess;
import dev.writ.pack.schema.PositionalArgument;
import dev.writ.pack.schema.ValueRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Compares two ways of expression by their permissions. Incomparable ones count as wider.
final class StrictnessOrder {
  private static final Optional<PackDiff.Way> WIDER = Optional.of(PackDiff.Way.WIDENED);
  private static final Optional<PackDiff.Way> NARROWER = Optional.of(PackDiff.Way.NARROWED);
  private static final Optional<PackDiff.Way> SAME = Optional.empty();

  private StrictnessOrder() {}

  /// A pack that says less of what a command does lets it through more often.
  static Optional<PackDiff.Way> of(CommandConsequence before, CommandConsequence after) {
    if (before.effects().equals(after.effects()) && before.risk() == after.risk()) {
      return SAME;
    }
    boolean stricter =
        after.effects().containsAll(before.effects()) && after.risk().compareTo(before.risk()) >= 0;
    return stricter ? NARROWER : WIDER;
  }

  static String words(CommandConsequence before, CommandConsequence after) {
    return "is %s, not %s".formatted(words(after), words(before));
  }

  /// The effects and the risk, such as `READ NETWORK, safe`.
  static String words(CommandConsequence consequence) {
    String effects =
        String.join(
            " ", new TreeSet<>(consequence.effects()).stream().map(PackFields::word).toList());
    return (effects.isEmpty() ? "without effect" : effects)
        + ", "
        + PackFields.word(consequence.risk());
  }

  static Optional<PackDiff.Way> of(PositionalArgument before, PositionalArgument after) {
    Optional<PackDiff.Way> count =
        before.count() == after.count()
            ? SAME
            : after.count().min() >= before.count().min()
                    && after.count().max() <= before.count().max()
                ? NARROWER
                : WIDER;
    boolean sameUnless = Set.copyOf(before.unless()).equals(Set.copyOf(after.unless()));
    return both(both(count, of(before.value(), after.value())), sameUnless ? SAME : WIDER);
  }

  /// Of two differences in one place the wider counts.
  static Optional<PackDiff.Way> both(Optional<PackDiff.Way> a, Optional<PackDiff.Way> b) {
    return a.equals(WIDER) || b.equals(SAME) ? a : b;
  }

  static Optional<PackDiff.Way> of(ValueRule before, ValueRule after) {
    if (words(before).equals(words(after))) {
      return SAME;
    }
    if (before instanceof ValueRule.WholeNumber old && after instanceof ValueRule.WholeNumber now) {
      return now.min() >= old.min() && now.max() <= old.max() ? NARROWER : WIDER;
    }
    if (before instanceof ValueRule.OneOf(Set<String> old)
        && after instanceof ValueRule.OneOf(Set<String> now)) {
      return old.containsAll(now) ? NARROWER : WIDER;
    }
    if (before instanceof ValueRule.Words(Optional<Pattern> old) && old.isEmpty()) {
      boolean bounded =
          after instanceof ValueRule.Words
              || after instanceof ValueRule.WholeNumber
              || after instanceof ValueRule.OneOf;
      return bounded ? NARROWER : WIDER;
    }
    if (before instanceof ValueRule.PathName(PathAccess old, Optional<Pattern> shape)
        && after instanceof ValueRule.PathName(PathAccess now, Optional<Pattern> shaped)) {
      // A path that counts as written is looked at more closely.
      boolean access = old == now || now == PathAccess.WRITE;
      boolean pattern = shape.isEmpty() || text(shape).equals(text(shaped));
      return access && pattern ? NARROWER : WIDER;
    }
    if (before instanceof ValueRule.Address(Optional<Pattern> old)
        && after instanceof ValueRule.Address) {
      return old.isEmpty() ? NARROWER : WIDER;
    }
    return WIDER;
  }

  /// The values of a word; equal for equal values, although patterns are not.
  static String words(ValueRule value) {
    return switch (value) {
      case ValueRule.NoValue _ -> "no value";
      case ValueRule.Words(Optional<Pattern> pattern) -> "a word" + text(pattern);
      case ValueRule.WholeNumber whole -> "a number from " + whole.min() + " to " + whole.max();
      case ValueRule.OneOf(Set<String> words) ->
          "one of " + String.join(" ", List.copyOf(new TreeSet<>(words)));
      case ValueRule.PathName(PathAccess access, Optional<Pattern> pattern) ->
          "a path that is " + (access == PathAccess.READ ? "read" : "written") + text(pattern);
      case ValueRule.GitRevision _ -> "a revision";
      case ValueRule.Address(Optional<Pattern> pattern) -> "an address" + text(pattern);
      case ValueRule.ScriptValue(ValueRule.Language language) -> "a program in " + language;
    };
  }

  private static String text(Optional<Pattern> pattern) {
    return pattern.map(p -> " of the shape " + p.pattern()).orElse("");
  }
}
