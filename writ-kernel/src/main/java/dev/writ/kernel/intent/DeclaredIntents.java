// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import java.util.List;
import java.util.Optional;

/// The declared intents of a project at one moment.
public sealed interface DeclaredIntents {
  /// The file's intents.
  record Declared(List<Intent> all) implements DeclaredIntents {
    public Declared {
      all = List.copyOf(all);
    }

    /// Those under which work may happen.
    public List<Intent> active() {
      return all.stream().filter(i -> i.status() == Intent.IntentStatus.ACTIVE).toList();
    }

    /// The one with that id.
    public Optional<Intent> byId(String id) {
      return all.stream().filter(i -> i.id().equals(id)).findFirst();
    }
  }

  /// There is no file: the person's request is the intent.
  record Undeclared() implements DeclaredIntents {}

  /// There is a file that can't be read; nothing may change until a person mended it.
  ///
  /// @param problem with file, line and column
  record MalformedIntents(String problem) implements DeclaredIntents {}
}
