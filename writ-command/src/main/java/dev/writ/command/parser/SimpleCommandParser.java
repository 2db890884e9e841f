// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.course.LineExit;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Redirection;
import dev.writ.command.lexer.BraceExpansion;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import dev.writ.command.lexer.WordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one command: assignments, words, redirections.
final class SimpleCommandParser {
  /// The remainder of an assignment without a command: it succeeds.
  static final Command NOTHING = Command.of("true");

  private static final String ACTIVATE = "/bin/activate";

  /// Programs to which a number more or less means nothing.
  private static final Set<String> SHOWING = Set.of("echo", "printf", "test", "[", LineExit.WORD);

  private final TokenReader tokens;
  private final LineVariables variables;
  private final LineParts lineParts;
  private final RedirectionParser streams;

  private int commands;
  private int parts;

  SimpleCommandParser(TokenReader tokens, LineVariables variables, LineParts parts) {
    this.tokens = tokens;
    this.variables = variables;
    this.lineParts = parts;
    this.streams = new RedirectionParser(tokens);
  }

  /// The line with the texts of its here-documents, which were read last.
  CommandLine withTexts(CommandLine line) {
    return streams.withTexts(line);
  }

  /// Reads the command that begins here.
  ///
  /// @param stage how many commands of the pipeline stand before it
  /// @return null where it is refused
  @Nullable Command read(int stage) {
    CommandToken start = tokens.token();
    CommandToken program = start;
    List<CommandWord> words = new ArrayList<>();
    Map<String, String> environment = new LinkedHashMap<>();
    List<Redirection> redirections = new ArrayList<>();
    boolean more = true;
    while (more) {
      CommandToken token = tokens.token();
      if (token.kind() == TokenKind.WORD) {
        program = words.isEmpty() ? token : program;
        word(words, environment);
      } else if (streams.isHere()) {
        streams.read(redirections);
      } else {
        more = false;
      }
      if (++parts > CommandParser.MAX_WORDS) {
        tokens.refuse(UnsupportedConstructs.TOO_LONG, tokens.token());
      }
    }
    if (words.isEmpty() && isAssignment(environment, redirections, stage)) {
      environment.forEach((name, value) -> assign(name, value, start));
      return tokens.isRefused() ? null : NOTHING;
    }
    if (environment.values().stream().anyMatch(WordBuilder::hasStatus)) {
      tokens.refuse(UnsupportedConstructs.STATUS, start);
    }
    if (!words.isEmpty() && words.getFirst().plain().equals("export")) {
      export(words, environment, redirections, stage, start);
      return tokens.isRefused() ? null : NOTHING;
    }
    if (!words.isEmpty() && WordBuilder.SOURCES.contains(words.getFirst().plain())) {
      if (environment.isEmpty() && redirections.isEmpty() && stage == 0 && activates(words)) {
        return NOTHING;
      }
      tokens.refuse(Objects.requireNonNull(UnsupportedConstructs.program("source")), program);
    }
    if (stage == 0 && isDeactivation(words) && deactivates()) {
      return NOTHING;
    }
    check(words, environment, redirections, stage, start);
    if (words.size() == 1 && LineExit.isWord(words)) {
      words.add(LineExit.LAST_STATUS);
    }
    return tokens.isRefused() ? null : made(words, environment, redirections, start);
  }

  /// `NAME=$?` has a value when what stands before it has run.
  private void assign(String name, String value, CommandToken start) {
    boolean asks = WordBuilder.hasStatus(value);
    Integer status = asks ? lineParts.status() : null;
    if (asks && status == null) {
      tokens.refuse(UnsupportedConstructs.STATUS, start);
      return;
    }
    variables.set(name, status == null ? value : WordBuilder.withStatus(value, status), false);
  }

  /// A command of these words, which counts among those of the line.
  ///
  /// @return null where it is refused
  @Nullable Command counted(List<CommandWord> words, CommandToken start) {
    if (++commands > CommandParser.MAX_COMMANDS) {
      tokens.refuse(UnsupportedConstructs.TOO_LONG, start);
    }
    return tokens.isRefused() ? null : made(words, Map.of(), List.of(), start);
  }

  /// Words up to another token, none of which is a program.
  List<CommandWord> items() {
    List<CommandWord> items = new ArrayList<>(List.of(new CommandWord.Literal("in")));
    while (tokens.token().kind() == TokenKind.WORD) {
      word(items, new LinkedHashMap<>());
    }
    return items.subList(1, items.size());
  }

  private @Nullable Command made(
      List<CommandWord> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      CommandToken start) {
    Map<String, String> inherited = LineExit.isWord(words) ? Map.of() : variables.environment();
    if (inherited == null) {
      tokens.refuse(UnsupportedConstructs.VARIABLE_UNSURE, start);
      return null;
    }
    return new Command(words, environment, redirections, Command.HERE).within(inherited);
  }

  private boolean isAssignment(
      Map<String, String> environment, List<Redirection> redirections, int stage) {
    return !environment.isEmpty()
        && redirections.isEmpty()
        && stage == 0
        && !tokens.isOperator("|")
        && !tokens.isOperator("(");
  }

  /// `source DIRECTORY/bin/activate` for its effect: the programs of that virtual environment come
  /// first in what follows. The script itself is not run.
  private boolean activates(List<CommandWord> words) {
    boolean sources =
        words.size() == 2
            && words.getLast() instanceof CommandWord.Literal
            && words.getLast().plain().endsWith(ACTIVATE)
            && !tokens.isOperator("|")
            && !tokens.isOperator("(");
    if (sources) {
      String script = words.getLast().plain();
      variables.activate(script.substring(0, script.length() - ACTIVATE.length()));
    }
    return sources;
  }

  private static boolean isDeactivation(List<CommandWord> words) {
    return words.size() == 1 && words.getFirst().plain().equals("deactivate");
  }

  /// `deactivate` after it ends that.
  private boolean deactivates() {
    boolean ends = variables.isActivated() && !tokens.isOperator("|");
    if (ends) {
      variables.activate("");
    }
    return ends;
  }

  /// `export NAME=value` and `export NAME`: what follows has it in its environment.
  private void export(
      List<CommandWord> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      int stage,
      CommandToken start) {
    boolean plain =
        environment.isEmpty()
            && redirections.isEmpty()
            && stage == 0
            && words.size() > 1
            && !tokens.isOperator("|");
    for (CommandWord word : words.subList(1, words.size())) {
      String text = word.plain();
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      String value = equals < 0 ? variables.value(name) : text.substring(equals + 1);
      if (!plain
          || !(word instanceof CommandWord.Literal)
          || !WordBuilder.isName(name)
          || value == null) {
        tokens.refuse(UnsupportedConstructs.EXPORT, start);
        return;
      }
      variables.set(name, value, true);
    }
    if (!plain) {
      tokens.refuse(UnsupportedConstructs.EXPORT, start);
    }
  }

  private void check(
      List<CommandWord> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      int stage,
      CommandToken start) {
    if (words.isEmpty()) {
      refuseEmpty(environment, redirections, start);
    } else if (tokens.isOperator("(")) {
      CommandToken open = tokens.token();
      tokens.advance();
      boolean function = words.size() == 1 && tokens.isOperator(")");
      tokens.refuse(
          function ? UnsupportedConstructs.FUNCTION : UnsupportedConstructs.PARENTHESIS, open);
    } else if (LineExit.isWord(words)
        && (stage > 0
            || tokens.isOperator("|")
            || tokens.isOperator("|&")
            || !environment.isEmpty()
            || !redirections.isEmpty()
            || !LineExit.isKnown(words))) {
      tokens.refuse(UnsupportedConstructs.FLOW, start);
    } else if (isPastTheShell(words)) {
      tokens.refuse(UnsupportedConstructs.PAST_THE_SHELL, start);
    } else if (++commands > CommandParser.MAX_COMMANDS) {
      tokens.refuse(UnsupportedConstructs.TOO_LONG, start);
    } else if (RedirectionParser.hasTwoInputs(redirections, stage == 0)) {
      tokens.refuse(UnsupportedConstructs.HERE_PLACE, start);
    } else if (words.stream().anyMatch(CommandWord.WordStatus.class::isInstance)
        && !SHOWING.contains(words.getFirst().plain())) {
      tokens.refuse(UnsupportedConstructs.STATUS, start);
    }
  }

  /// `command -v` looks for a program; anything else that `command` does starts one.
  private static boolean isPastTheShell(List<CommandWord> words) {
    return words.getFirst().plain().equals("command")
        && (words.size() < 2 || !words.get(1).plain().equals("-v"));
  }

  private void refuseEmpty(
      Map<String, String> environment, List<Redirection> redirections, CommandToken start) {
    UnsupportedConstruct operator = UnsupportedConstructs.operator(tokens.token().operator());
    if (tokens.isOperator("(") && !environment.isEmpty()) {
      tokens.refuse(UnsupportedConstructs.ARRAY, start);
    } else if (operator != null) {
      tokens.refuse(operator, tokens.token());
    } else if (!environment.isEmpty()) {
      tokens.refuse(UnsupportedConstructs.ONLY_ASSIGNMENT, start);
    } else if (!redirections.isEmpty()) {
      tokens.refuse(UnsupportedConstructs.ONLY_REDIRECTION, start);
    } else {
      tokens.refuse(UnsupportedConstructs.NO_PROGRAM, tokens.token());
    }
  }

  private void word(List<CommandWord> words, Map<String, String> environment) {
    CommandToken here = tokens.token();
    List<List<CommandWord.WordPiece>> all = List.of(here.pieces());
    if (here.braces()) {
      all = BraceExpansion.expanded(here.pieces()).orElse(List.of());
      parts += all.size();
      if (all.isEmpty() || parts > CommandParser.MAX_WORDS) {
        tokens.refuse(
            all.isEmpty() ? UnsupportedConstructs.BRACES : UnsupportedConstructs.TOO_LONG, here);
        return;
      }
    }
    for (List<CommandWord.WordPiece> pieces : all) {
      switch (WordBuilder.read(pieces, words.isEmpty())) {
        case WordBuilder.RefusedWord(UnsupportedConstruct construct) -> {
          tokens.refuse(construct, here);
          return;
        }
        case WordBuilder.Assignment(String name, String value) -> {
          if (here.braces()) {
            tokens.refuse(UnsupportedConstructs.BRACES, here);
            return;
          }
          environment.put(name, value);
        }
        case WordBuilder.CompleteWord(CommandWord word) -> words.add(word);
      }
    }
    tokens.advance();
  }
}
