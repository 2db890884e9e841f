// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Completes commands (`/…`, at the beginning) and names of files (`@…`, anywhere).
public final class CompletionSource {
  private static final int MOST = 50;

  /// Begins the name of a file that has blanks; a quote ends it.
  private static final String QUOTED = "@\"";

  private final Map<String, String> commands;
  private final Supplier<List<String>> files;
  private Map<String, List<String>> arguments = Map.of();
  private Function<String, List<Candidate>> program = _ -> List.of();

  /// @param commands what each command does; those that begin with `/` are completed
  /// @param files the files of the workspace that nothing ignores
  public CompletionSource(Map<String, String> commands, Supplier<List<String>> files) {
    this.commands = Collections.unmodifiableMap(new LinkedHashMap<>(commands));
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

  /// Completes what only the program knows that has started meanwhile: names of sessions, of
  /// models.
  ///
  /// @param words those that a command takes
  public void ask(Function<String, List<Candidate>> words) {
    program = words;
  }

  /// The description of each command.
  public Map<String, String> commands() {
    return commands;
  }

  /// The completions of the word at the cursor, once it is begun: Enter sends a command without
  /// any.
  public Optional<EditorCompletion> complete(MessageDraft draft) {
    return completion(draft).filter(found -> found.start() < draft.cursor());
  }

  /// What the person asks for: also the words that a command takes where none is begun, but
  /// nothing where the word is one of them already.
  public Optional<EditorCompletion> offer(MessageDraft draft) {
    return completion(draft)
        .filter(
            found -> {
              String word = draft.text().substring(found.start(), draft.cursor());
              return found.candidates().stream().noneMatch(one -> one.text().equals(word));
            });
  }

  private Optional<EditorCompletion> completion(MessageDraft draft) {
    String written = draft.text().substring(0, draft.cursor());
    int start = begin(written);
    String word = written.substring(start);
    List<Candidate> candidates =
        word.startsWith("@")
            ? files(word.substring(word.startsWith(QUOTED) ? QUOTED.length() : 1))
            : start == 0 && word.startsWith("/")
                ? commands(word.substring(1))
                : arguments(written.substring(0, start), word);
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(new EditorCompletion(start, candidates, 0));
  }

  /// Where the word at the end begins; the name of a file may have blanks in quotes.
  private static int begin(String written) {
    int quoted = written.lastIndexOf(QUOTED);
    if (quoted >= 0
        && (quoted == 0 || Character.isWhitespace(written.charAt(quoted - 1)))
        && written.indexOf('"', quoted + QUOTED.length()) < 0
        && written.indexOf('\n', quoted) < 0) {
      return quoted;
    }
    int start = written.length();
    while (start > 0 && !Character.isWhitespace(written.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /// What a word behind a command could be.
  private List<Candidate> arguments(String before, String word) {
    String command = before.strip();
    if (!command.startsWith("/")) {
      return List.of();
    }
    Map<String, Candidate> known = new LinkedHashMap<>();
    for (String name : arguments.getOrDefault(command, List.of())) {
      known.put(name, new Candidate(name, "", true));
    }
    for (Candidate one : program.apply(command)) {
      known.put(one.text() + " " + one.meaning(), one);
    }
    return known.values().stream().anyMatch(one -> one.text().equals(word))
        ? List.of()
        : FuzzyMatch.best(word, List.copyOf(known.keySet()), MOST).stream()
            .map(known::get)
            .toList();
  }

  private List<Candidate> commands(String word) {
    List<String> names =
        commands.keySet().stream().filter(c -> c.startsWith("/")).map(c -> c.substring(1)).toList();
    return (word.isEmpty() ? names : FuzzyMatch.best(word, names, MOST))
        .stream().map(name -> command("/" + name)).toList();
  }

  /// A meaning ends with `: /command WORD` where a word must follow.
  private Candidate command(String name) {
    String meaning = commands.getOrDefault(name, "");
    String usage = ": " + name + " ";
    boolean whole = !meaning.contains(usage) || meaning.contains(usage + "[");
    return new Candidate(name, meaning, whole);
  }

  private List<Candidate> files(String word) {
    return FuzzyMatch.best(word, files.get(), MOST).stream()
        .filter(name -> !(name.equals(word) && name.endsWith("/"))) // its files are wanted
        .flatMap(name -> mention(name).stream())
        .map(mention -> new Candidate(mention, "", false))
        .toList();
  }

  /// How a message names a file; a directory's quotes stay open. Empty where it can't.
  private static Optional<String> mention(String name) {
    if (name.chars().noneMatch(Character::isWhitespace)) {
      return Optional.of("@" + name);
    }
    return name.indexOf('"') >= 0 || name.indexOf('\n') >= 0
        ? Optional.empty()
        : Optional.of(QUOTED + name + (name.endsWith("/") ? "" : "\""));
  }
}
