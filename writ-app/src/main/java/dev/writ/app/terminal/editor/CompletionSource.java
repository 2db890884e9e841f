// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Completes commands (`/…`, at the beginning) and names of files (`@…`, anywhere).
public final class CompletionSource {
  private static final int MOST = 50;

  private final Map<String, String> commands;
  private final Supplier<List<String>> files;
  private Map<String, List<String>> arguments = Map.of();

  /// @param commands what each command does; those that begin with `/` are completed
  /// @param files the files of the workspace that nothing ignores
  public CompletionSource(Map<String, String> commands, Supplier<List<String>> files) {
    this.commands = Map.copyOf(commands);
    this.files = files;
  }

  /// Completes what is written behind a command, too.
  ///
  /// @param words those that each command takes
  /// @return this
  public CompletionSource with(Map<String, List<String>> words) {
    arguments = Map.copyOf(words);
    return this;
  }

  /// The description of each command.
  public Map<String, String> commands() {
    return commands;
  }

  /// The completions of the word at the cursor.
  public Optional<EditorCompletion> complete(MessageDraft draft) {
    int start = draft.cursor();
    while (start > 0 && !Character.isWhitespace(draft.text().charAt(start - 1))) {
      start--;
    }
    String word = draft.text().substring(start, draft.cursor());
    List<Candidate> candidates =
        word.startsWith("@")
            ? files(word.substring(1))
            : start == 0 && word.startsWith("/")
                ? commands(word.substring(1))
                : arguments(draft.text().substring(0, start), word);
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(new EditorCompletion(start, candidates, 0));
  }

  /// What a word behind a command could be, once it is begun: Enter sends a command without any.
  private List<Candidate> arguments(String before, String word) {
    List<String> known = arguments.getOrDefault(before.strip(), List.of());
    return word.isEmpty() || known.contains(word)
        ? List.of()
        : FuzzyMatch.best(word, known, MOST).stream().map(name -> new Candidate(name, "")).toList();
  }

  private List<Candidate> commands(String word) {
    List<String> names =
        commands.keySet().stream().filter(c -> c.startsWith("/")).map(c -> c.substring(1)).toList();
    return FuzzyMatch.best(word, names, MOST).stream()
        .map(name -> new Candidate("/" + name, commands.getOrDefault("/" + name, "")))
        .toList();
  }

  private List<Candidate> files(String word) {
    return FuzzyMatch.best(word, files.get(), MOST).stream()
        .map(name -> new Candidate("@" + name, ""))
        .toList();
  }
}
