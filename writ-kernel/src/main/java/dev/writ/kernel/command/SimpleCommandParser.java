// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.Constructs.Construct;
import dev.writ.kernel.command.Lexer.Kind;
import dev.writ.kernel.command.Lexer.Token;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one command: assignments, words, redirections.
final class SimpleCommandParser {
  /// What an assignment without a command leaves of itself: it succeeds.
  static final Command NOTHING = Command.of("true");

  private static final List<String> REDIRECTIONS =
      List.of("<", "<<", "<<-", "<<<", ">", ">>", ">|", "&>", "&>>", ">&");

  /// Programs to which a number more or less means nothing.
  private static final Set<String> SHOWING = Set.of("echo", "printf", "test", "[");

  private final TokenReader tokens;
  private final Variables variables;

  /// By the redirections that stand for them until they are read.
  private final IdentityHashMap<Redirection, HereDocument> documents = new IdentityHashMap<>();

  private int commands;
  private int parts;

  SimpleCommandParser(TokenReader tokens, Variables variables) {
    this.tokens = tokens;
    this.variables = variables;
  }

  /// The line with the texts of its here-documents, which were read last.
  CommandLine withTexts(CommandLine line) {
    return documents.isEmpty()
        ? line
        : line.each(
            command ->
                command.redirected(
                    command.redirections().stream()
                        .map(
                            redirection ->
                                documents.containsKey(redirection)
                                    ? documents.get(redirection).redirection()
                                    : redirection)
                        .toList()));
  }

  /// Reads the command that begins here.
  ///
  /// @param stage how many commands of the pipeline stand before it
  /// @return null where it is refused
  @Nullable Command read(int stage) {
    Token start = tokens.token();
    List<Word> words = new ArrayList<>();
    Map<String, String> environment = new LinkedHashMap<>();
    List<Redirection> redirections = new ArrayList<>();
    boolean more = true;
    while (more) {
      Token token = tokens.token();
      if (token.kind() == Kind.WORD) {
        word(words, environment);
      } else if (token.kind() == Kind.NUMBER || isRedirection()) {
        redirection(redirections);
      } else {
        more = false;
      }
      if (++parts > CommandParser.MAX_WORDS) {
        tokens.refuse(Constructs.TOO_LONG, tokens.token());
      }
    }
    if (words.isEmpty() && isAssignment(environment, redirections, stage)) {
      environment.forEach((name, value) -> variables.set(name, value, false));
      return tokens.isRefused() ? null : NOTHING;
    }
    if (!words.isEmpty() && words.getFirst().plain().equals("export")) {
      export(words, environment, redirections, stage, start);
      return tokens.isRefused() ? null : NOTHING;
    }
    check(words, environment, redirections, stage, start);
    return tokens.isRefused() ? null : made(words, environment, redirections, start);
  }

  /// Words up to something else, none of which is a program.
  List<Word> items() {
    List<Word> items = new ArrayList<>(List.of(new Word.Literal("in")));
    while (tokens.token().kind() == Kind.WORD) {
      word(items, new LinkedHashMap<>());
    }
    return items.subList(1, items.size());
  }

  private @Nullable Command made(
      List<Word> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      Token start) {
    Map<String, String> inherited = variables.environment();
    if (inherited == null) {
      tokens.refuse(Constructs.VARIABLE_UNSURE, start);
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

  /// `export NAME=value` and `export NAME`: what follows has it in its environment.
  private void export(
      List<Word> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      int stage,
      Token start) {
    boolean plain =
        environment.isEmpty()
            && redirections.isEmpty()
            && stage == 0
            && words.size() > 1
            && !tokens.isOperator("|");
    for (Word word : words.subList(1, words.size())) {
      String text = word.plain();
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      String value = equals < 0 ? variables.value(name) : text.substring(equals + 1);
      if (!plain || !(word instanceof Word.Literal) || !Words.isName(name) || value == null) {
        tokens.refuse(Constructs.EXPORT, start);
        return;
      }
      variables.set(name, value, true);
    }
    if (!plain) {
      tokens.refuse(Constructs.EXPORT, start);
    }
  }

  private void check(
      List<Word> words,
      Map<String, String> environment,
      List<Redirection> redirections,
      int stage,
      Token start) {
    if (words.isEmpty()) {
      refuseEmpty(environment, redirections, start);
    } else if (tokens.isOperator("(")) {
      Token open = tokens.token();
      tokens.advance();
      boolean function = words.size() == 1 && tokens.isOperator(")");
      tokens.refuse(function ? Constructs.FUNCTION : Constructs.PARENTHESIS, open);
    } else if (isPastTheShell(words)) {
      tokens.refuse(Constructs.PAST_THE_SHELL, start);
    } else if (++commands > CommandParser.MAX_COMMANDS) {
      tokens.refuse(Constructs.TOO_LONG, start);
    } else if (hasTwoInputs(redirections, stage == 0)) {
      tokens.refuse(Constructs.HERE_PLACE, start);
    } else if (words.stream().anyMatch(Word.Status.class::isInstance)
        && !SHOWING.contains(words.getFirst().plain())) {
      tokens.refuse(Constructs.STATUS, start);
    }
  }

  private static boolean hasTwoInputs(List<Redirection> redirections, boolean first) {
    long texts = redirections.stream().filter(Redirection.Text.class::isInstance).count();
    long files = redirections.stream().filter(Redirection.Input.class::isInstance).count();
    return texts > 0 && (!first || texts + files > 1);
  }

  /// `command -v` looks for a program; anything else that `command` does starts one.
  private static boolean isPastTheShell(List<Word> words) {
    return words.getFirst().plain().equals("command")
        && (words.size() < 2 || !words.get(1).plain().equals("-v"));
  }

  private boolean isRedirection() {
    return tokens.token().kind() == Kind.OPERATOR
        && REDIRECTIONS.contains(tokens.token().operator());
  }

  private void refuseEmpty(
      Map<String, String> environment, List<Redirection> redirections, Token start) {
    Construct operator = Constructs.operator(tokens.token().operator());
    if (tokens.isOperator("(") && !environment.isEmpty()) {
      tokens.refuse(Constructs.ARRAY, start);
    } else if (operator != null) {
      tokens.refuse(operator, tokens.token());
    } else if (!environment.isEmpty()) {
      tokens.refuse(Constructs.ONLY_ASSIGNMENT, start);
    } else if (!redirections.isEmpty()) {
      tokens.refuse(Constructs.ONLY_REDIRECTION, start);
    } else {
      tokens.refuse(Constructs.NO_PROGRAM, tokens.token());
    }
  }

  private void word(List<Word> words, Map<String, String> environment) {
    Token here = tokens.token();
    List<List<Word.Piece>> all = List.of(here.pieces());
    if (here.braces()) {
      all = Braces.expanded(here.pieces()).orElse(List.of());
      parts += all.size();
      if (all.isEmpty() || parts > CommandParser.MAX_WORDS) {
        tokens.refuse(all.isEmpty() ? Constructs.BRACES : Constructs.TOO_LONG, here);
        return;
      }
    }
    for (List<Word.Piece> pieces : all) {
      switch (Words.read(pieces, words.isEmpty())) {
        case Words.Refusal(Construct construct) -> {
          tokens.refuse(construct, here);
          return;
        }
        case Words.Assignment(String name, String value) -> {
          if (here.braces()) {
            tokens.refuse(Constructs.BRACES, here);
            return;
          }
          environment.put(name, value);
        }
        case Words.Whole(Word word) -> words.add(word);
      }
    }
    tokens.advance();
  }

  private void redirection(List<Redirection> redirections) {
    Token start = tokens.token();
    String number = "";
    if (tokens.token().kind() == Kind.NUMBER) {
      number = tokens.token().operator();
      tokens.advance();
    }
    String operator = tokens.token().operator();
    Construct refused = Constructs.operator(operator);
    boolean input = operator.startsWith("<");
    if (refused != null) {
      tokens.refuse(refused, tokens.token());
      return;
    }
    if (!(input ? List.of("", "0") : List.of("", "1", "2")).contains(number)) {
      tokens.refuse(Constructs.DESCRIPTOR, start);
      return;
    }
    tokens.advance();
    Token target = tokens.token();
    Words.Reading reading =
        target.kind() == Kind.WORD && !target.braces()
            ? Words.read(target.pieces(), false)
            : new Words.Refusal(Constructs.TARGET);
    if (target.kind() == Kind.WORD && operator.startsWith("<<")) {
      text(operator, target, redirections);
    } else if (target.kind() == Kind.WORD && operator.equals(">&")) {
      duplicate(number, target, redirections);
    } else if (reading instanceof Words.Whole(Word word)
        && !(word instanceof Word.Pattern)
        && !(word instanceof Word.Status)
        && !(word instanceof Word.Home(Word.Pattern pattern))
        && !word.plain().isEmpty()) {
      redirections.add(redirection(operator, number, word));
      tokens.advance();
    } else {
      tokens.refuse(
          reading instanceof Words.Refusal(Construct construct) ? construct : Constructs.TARGET,
          target);
    }
  }

  private void text(String operator, Token target, List<Redirection> redirections) {
    Words.Reading reading = Words.read(target.pieces(), false);
    boolean splits = target.braces() && tokens.isExpanding();
    if (operator.equals("<<<") && (splits || !isText(reading))) {
      tokens.refuse(
          reading instanceof Words.Refusal(Construct construct) ? construct : Constructs.TARGET,
          target);
      return;
    }
    // Of a delimiter it is only a mark.
    Redirection marker = new Redirection.Text(new Word.Literal(Words.plain(target.pieces())));
    if (!operator.equals("<<<")) {
      if (tokens.isExpanding()) {
        tokens.refuse(Constructs.HERE_EXPANSION, target);
        return;
      }
      documents.put(marker, tokens.expect(target.pieces(), operator.equals("<<-")));
    }
    redirections.add(marker);
    tokens.advance();
  }

  private static boolean isText(Words.Reading reading) {
    return reading instanceof Words.Whole(Word word)
        && !(word instanceof Word.Home)
        && !(word instanceof Word.Status);
  }

  private static Redirection redirection(String operator, String number, Word target) {
    Redirection.Channel channel =
        operator.startsWith("&")
            ? Redirection.Channel.BOTH
            : number.equals("2") ? Redirection.Channel.ERROR : Redirection.Channel.OUTPUT;
    return operator.equals("<")
        ? new Redirection.Input(target)
        : new Redirection.Output(channel, target, operator.endsWith(">>"));
  }

  private void duplicate(String number, Token target, List<Redirection> redirections) {
    boolean plain = target.pieces().size() == 1 && !target.pieces().getFirst().quoted();
    String to = plain ? target.pieces().getFirst().text() : "";
    if (number.equals("2") && to.equals("1")) {
      redirections.add(new Redirection.ErrorToOutput());
    } else if (!number.equals("2") && to.equals("2")) {
      redirections.add(new Redirection.OutputToError());
    } else if (!to.equals(number.isEmpty() ? "1" : number)) {
      tokens.refuse(Constructs.DUPLICATE, target);
      return;
    }
    tokens.advance();
  }
}
