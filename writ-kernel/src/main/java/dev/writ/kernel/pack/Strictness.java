// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.kernel.pack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Which of two ways to say something permits more. What can't be compared counts as wider.
final class Strictness {
  private static final Optional<PackDiff.Way> WIDER = Optional.of(PackDiff.Way.WIDENED);
  private static final Optional<PackDiff.Way> NARROWER = Optional.of(PackDiff.Way.NARROWED);
  private static final Optional<PackDiff.Way> SAME = Optional.empty();

  private Strictness() {}

  /// A pack that says less of what a command does lets it through more often.
  static Optional<PackDiff.Way> of(Consequence before, Consequence after) {
    if (before.effects().equals(after.effects()) && before.risk() == after.risk()) {
      return SAME;
    }
    boolean stricter =
        after.effects().containsAll(before.effects()) && after.risk().compareTo(before.risk()) >= 0;
    return stricter ? NARROWER : WIDER;
  }

  static String words(Consequence before, Consequence after) {
    return "is %s, not %s".formatted(words(after), words(before));
  }

  /// The effects and the risk, such as `READ NETWORK, safe`.
  static String words(Consequence consequence) {
    String effects =
        String.join(" ", new TreeSet<>(consequence.effects()).stream().map(Fields::word).toList());
    return (effects.isEmpty() ? "without effect" : effects)
        + ", "
        + Fields.word(consequence.risk());
  }

  static Optional<PackDiff.Way> of(Positional before, Positional after) {
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

  static Optional<PackDiff.Way> of(Value before, Value after) {
    if (words(before).equals(words(after))) {
      return SAME;
    }
    if (before instanceof Value.Whole old && after instanceof Value.Whole now) {
      return now.min() >= old.min() && now.max() <= old.max() ? NARROWER : WIDER;
    }
    if (before instanceof Value.OneOf(Set<String> old)
        && after instanceof Value.OneOf(Set<String> now)) {
      return old.containsAll(now) ? NARROWER : WIDER;
    }
    if (before instanceof Value.Words(Optional<Pattern> old) && old.isEmpty()) {
      boolean bounded =
          after instanceof Value.Words
              || after instanceof Value.Whole
              || after instanceof Value.OneOf;
      return bounded ? NARROWER : WIDER;
    }
    if (before instanceof Value.PathName(Access old, Optional<Pattern> shape)
        && after instanceof Value.PathName(Access now, Optional<Pattern> shaped)) {
      // A path that counts as written is looked at more closely.
      boolean access = old == now || now == Access.WRITE;
      boolean pattern = shape.isEmpty() || text(shape).equals(text(shaped));
      return access && pattern ? NARROWER : WIDER;
    }
    if (before instanceof Value.Address(Optional<Pattern> old) && after instanceof Value.Address) {
      return old.isEmpty() ? NARROWER : WIDER;
    }
    return WIDER;
  }

  /// What a word may be; equal for equal values, although patterns are not.
  static String words(Value value) {
    return switch (value) {
      case Value.Absent _ -> "no value";
      case Value.Words(Optional<Pattern> pattern) -> "a word" + text(pattern);
      case Value.Whole whole -> "a number from " + whole.min() + " to " + whole.max();
      case Value.OneOf(Set<String> words) ->
          "one of " + String.join(" ", List.copyOf(new TreeSet<>(words)));
      case Value.PathName(Access access, Optional<Pattern> pattern) ->
          "a path that is " + (access == Access.READ ? "read" : "written") + text(pattern);
      case Value.Revision _ -> "a revision";
      case Value.Address(Optional<Pattern> pattern) -> "an address" + text(pattern);
      case Value.Script(Value.Language language) -> "a program in " + language;
    };
  }

  private static String text(Optional<Pattern> pattern) {
    return pattern.map(p -> " of the shape " + p.pattern()).orElse("");
  }
}
