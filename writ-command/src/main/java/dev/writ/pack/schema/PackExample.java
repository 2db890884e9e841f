// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A command line that a pack must read as it says.
public sealed interface PackExample {
  /// The words, the program first.
  List<String> argv();

  /// Must be known.
  ///
  /// @param effects unchecked where empty
  record MatchingExample(
      List<String> argv, String commandId, RiskLevel risk, Optional<Set<PackEffect>> effects)
      implements PackExample {
    public MatchingExample {
      argv = List.copyOf(argv);
    }

    private Optional<String> differs(PackReading reading) {
      boolean holds =
          reading instanceof PackReading.Known known
              && known.commandId().equals(commandId)
              && known.risk() == risk
              && effects.map(known.effects()::equals).orElse(true);
      return holds
          ? Optional.empty()
          : Optional.of(
              argv
                  + " must be "
                  + commandId
                  + " "
                  + risk
                  + effects.orElse(Set.of())
                  + ", but is "
                  + reading);
    }
  }

  /// Must not be known.
  record NotMatch(List<String> argv) implements PackExample {
    public NotMatch {
      argv = List.copyOf(argv);
    }
  }

  /// The fault, if the reading is not the expected one.
  default Optional<String> fault(PackReading reading) {
    return switch (this) {
      case MatchingExample match -> match.differs(reading);
      case NotMatch _ ->
          reading instanceof PackReading.Known known
              ? Optional.of(argv() + " is read as " + known.commandId() + ", but must be unnamed")
              : Optional.empty();
    };
  }
}
