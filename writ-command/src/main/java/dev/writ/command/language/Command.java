// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One program with its arguments and surroundings.
///
/// @param words the program, then its arguments; the program is not a pattern
/// @param environment what assignments before the program set, in their order
/// @param redirections in their order
/// @param directory where it runs, relative to the working directory: an empty literal there itself
public record Command(
    List<CommandWord> words,
    Map<String, String> environment,
    List<Redirection> redirections,
    CommandWord directory) {
  /// The directory of a command that runs in the working directory.
  public static final CommandWord HERE = new CommandWord.Literal("");

  public Command {
    words = List.copyOf(words);
    // Not Map.copyOf: the order is what a person reads.
    environment =
        environment.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    redirections = List.copyOf(redirections);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a command without a program");
    }
  }

  /// A command of literal words in the working directory.
  public static Command of(List<String> words) {
    List<CommandWord> literals = words.stream().<CommandWord>map(CommandWord.Literal::new).toList();
    return new Command(literals, Map.of(), List.of(), HERE);
  }

  /// A command of literal words in the working directory.
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /// The variable that names the virtual environment whose programs come first; relative to where
  /// the line runs.
  public static final String VIRTUAL_ENVIRONMENT = "VIRTUAL_ENV";

  /// The first word as it was typed, without quotes.
  public String program() {
    return words.getFirst().plain();
  }

  /// The program's name without its directories: `rm` for `/bin/rm`.
  public String programName() {
    String program = program();
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /// Whether the system's program of that name is called, not one of the workspace that bears it.
  public boolean isSystems(String name) {
    return SystemProgram.name(program()).equals(name);
  }

  /// The words behind the program.
  public List<CommandWord> arguments() {
    return words.subList(1, words.size());
  }

  /// All words without quotes. Of an expanded command, exactly what is executed.
  public List<String> argv() {
    String[] argv = new String[words.size()];
    for (int i = 0; i < argv.length; i++) {
      argv[i] = words.get(i).plain();
    }
    return List.of(argv);
  }

  /// The words for a person's eyes, one each: quoted where a blank could be mistaken for a border,
  /// and with everything visible that a terminal wouldn't show. Assignments, redirections and the
  /// directory are not in it.
  public List<String> shown() {
    return words.stream().map(CommandWord::written).map(CommandCharacters::visible).toList();
  }

  /// The same with other words.
  public Command with(List<? extends CommandWord> others) {
    return new Command(List.copyOf(others), environment, redirections, directory);
  }

  /// The same with other redirections.
  public Command redirected(List<Redirection> others) {
    return new Command(words, environment, others, directory);
  }

  /// The text that stands in the line as its standard input.
  public Optional<String> input() {
    return redirections.stream()
        .filter(Redirection.TextRedirection.class::isInstance)
        .map(redirection -> ((Redirection.TextRedirection) redirection).content())
        .findFirst();
  }

  /// The same with further variables, which its own stand above.
  public Command within(Map<String, String> variables) {
    if (variables.isEmpty()) {
      return this;
    }
    Map<String, String> all = new LinkedHashMap<>(variables);
    all.putAll(environment);
    return new Command(words, all, redirections, directory);
  }

  /// The same in another directory.
  public Command in(CommandWord place) {
    return new Command(words, environment, redirections, place);
  }

  /// Canonical text, without the directory.
  public String written() {
    List<String> parts = new ArrayList<>();
    environment.forEach((name, value) -> parts.add(name + "=" + ShellQuoting.quoted(value)));
    // Unquoted it could be an assignment.
    parts.add(
        words.getFirst() instanceof CommandWord.Literal(String program) && program.contains("=")
            ? ShellQuoting.always(program)
            : words.getFirst().written());
    arguments().forEach(word -> parts.add(word.written()));
    redirections.forEach(redirection -> parts.add(redirection.written()));
    return String.join(" ", parts);
  }

  /// The same with literal words only.
  public Command expanded(WordExpansion expansion) {
    if (isLiteral()) {
      return this;
    }
    String place = single(directory, expansion).text();
    List<CommandWord> literals = new ArrayList<>();
    words.forEach(word -> literals.addAll(expanded(word, place, expansion)));
    List<Redirection> moved =
        redirections.stream().map(redirection -> expanded(redirection, expansion)).toList();
    return new Command(literals, environment, moved, new CommandWord.Literal(place));
  }

  private boolean isLiteral() {
    for (CommandWord word : words) {
      if (!isKnown(word)) {
        return false;
      }
    }
    return directory instanceof CommandWord.Literal && redirections.isEmpty();
  }

  /// Whether nothing of it would have to be expanded.
  public boolean isExpanded() {
    return targets().allMatch(Command::isKnown);
  }

  private static boolean isKnown(CommandWord word) {
    return word instanceof CommandWord.Literal || word instanceof CommandWord.WordStatus;
  }

  /// The same, where the status of what ran before it is known.
  public Command after(int status) {
    return words.stream().noneMatch(CommandWord.WordStatus.class::isInstance)
        ? this
        : with(
            words.stream()
                .map(word -> word instanceof CommandWord.WordStatus known ? known.of(status) : word)
                .toList());
  }

  /// Whether one of its words or the target of a redirection begins with an active `~`.
  boolean namesHome() {
    return targets().anyMatch(CommandWord.Home.class::isInstance);
  }

  private Stream<CommandWord> targets() {
    List<CommandWord> all = new ArrayList<>(words);
    all.add(directory);
    for (Redirection redirection : redirections) {
      if (redirection instanceof Redirection.InputRedirection input) {
        all.add(input.source());
      } else if (redirection instanceof Redirection.OutputRedirection output) {
        all.add(output.target());
      }
    }
    return all.stream();
  }

  private static Redirection expanded(Redirection redirection, WordExpansion expansion) {
    return switch (redirection) {
      case Redirection.InputRedirection input ->
          new Redirection.InputRedirection(single(input.source(), expansion));
      case Redirection.TextRedirection text ->
          new Redirection.TextRedirection(single(text.text(), expansion));
      case Redirection.OutputRedirection out ->
          new Redirection.OutputRedirection(
              out.channel(), single(out.target(), expansion), out.append());
      case Redirection.ErrorToOutput joined -> joined;
      case Redirection.OutputToError joined -> joined;
    };
  }

  /// Of a word that is not a pattern.
  private static CommandWord.Literal single(CommandWord word, WordExpansion expansion) {
    return word instanceof CommandWord.Home(CommandWord rest)
        ? new CommandWord.Literal(expansion.home() + rest.plain())
        : new CommandWord.Literal(word.plain());
  }

  private static List<? extends CommandWord> expanded(
      CommandWord word, String place, WordExpansion expansion) {
    return switch (word) {
      case CommandWord.Literal literal -> List.of(literal);
      case CommandWord.WordStatus status -> List.of(status);
      case CommandWord.Pattern pattern -> matches(pattern, place, expansion);
      case CommandWord.Home(CommandWord.Pattern(List<CommandWord.WordPiece> pieces)) -> {
        List<CommandWord.WordPiece> below = new ArrayList<>();
        below.add(new CommandWord.WordPiece(expansion.home(), true));
        below.addAll(pieces);
        yield matches(new CommandWord.Pattern(below), place, expansion);
      }
      case CommandWord.Home home -> List.of(single(home, expansion));
    };
  }

  private static List<CommandWord.Literal> matches(
      CommandWord.Pattern pattern, String place, WordExpansion expansion) {
    List<String> found = expansion.glob(pattern, place);
    return (found.isEmpty() ? List.of(pattern.plain()) : found)
        .stream().map(CommandWord.Literal::new).toList();
  }
}
