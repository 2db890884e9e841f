// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.CommandLine.Join;
import dev.writ.kernel.command.CommandLine.Step;
import dev.writ.kernel.command.Constructs.Construct;
import dev.writ.kernel.command.Lexer.Kind;
import dev.writ.kernel.command.Lexer.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parses command lines. What a shell would read otherwise than this parser does, or what could
/// look otherwise than it is, is refused, so that there is one meaning only.
public final class CommandParser {
  /// The longest command line, in UTF-16 units.
  public static final int MAX_LENGTH = 100_000;

  /// The most commands in a line, those of `cd` included.
  public static final int MAX_COMMANDS = 50;

  /// The most words, assignments and redirections of a line together.
  public static final int MAX_WORDS = 10_000;

  private static final List<String> REDIRECTIONS = List.of("<", ">", ">>", "&>", "&>>", ">&");

  private final Lexer lexer;
  private Token token;
  private int commands;
  private int parts;

  private CommandParser(CharSequence text) {
    lexer = new Lexer(text);
    token = lexer.next();
  }

  /// Parses a command line, in time proportional to its length. Never throws.
  public static Parsed parse(String text) {
    return parse((CharSequence) text);
  }

  /// Like the public one, for tests that count how often a character is looked at.
  static Parsed parse(CharSequence text) {
    if (text.length() > MAX_LENGTH) {
      Construct limit = Constructs.TOO_LONG;
      return new Parsed.Refused(
          new Unsupported(limit.name(), MAX_LENGTH, text.length() - MAX_LENGTH, limit.rewrite()));
    }
    CommandParser parser = new CommandParser(text);
    @Nullable CommandLine line = parser.line();
    Unsupported refused = parser.lexer.refused();
    return refused == null
        ? new Parsed.Line(Objects.requireNonNull(line))
        : new Parsed.Refused(refused);
  }

  private void refuse(Construct construct, Token from) {
    lexer.refuse(construct, from.start(), from.end());
    token = lexer.next();
  }

  private void advance() {
    token = lexer.next();
  }

  private boolean isOperator(String operator) {
    return token.kind() == Kind.OPERATOR && token.operator().equals(operator);
  }

  private @Nullable CommandLine line() {
    List<Step> steps = new ArrayList<>();
    Token first = token;
    Join join = Join.FIRST;
    do {
      Token start = token;
      List<Command> pipeline = pipeline();
      if (lexer.refused() != null) {
        return null;
      }
      steps.add(new Step(join, new Pipeline(pipeline)));
      if (!DirectoryChange.isFolded(steps)) {
        refuse(Constructs.DIRECTORY, start);
        return null;
      }
      join = join();
    } while (join != Join.FIRST && lexer.refused() == null);
    if (!DirectoryChange.appliesToAll(steps)) {
      refuse(Constructs.DIRECTORY, first);
    }
    return lexer.refused() == null ? DirectoryChange.folded(steps) : null;
  }

  /// How the next step is joined; [Join#FIRST] where there is none.
  private Join join() {
    Join join =
        switch (token.operator()) {
          case "&&" -> Join.AND;
          case "||" -> Join.OR;
          case ";" -> Join.THEN;
          default -> Join.FIRST;
        };
    if (join == Join.FIRST) {
      if (token.kind() != Kind.END) {
        refuse(refusal(token), token);
      }
      return join;
    }
    advance();
    return join == Join.THEN && token.kind() == Kind.END ? Join.FIRST : join;
  }

  /// Why an operator can't stand behind a command.
  private static Construct refusal(Token operator) {
    return Objects.requireNonNullElse(
        Constructs.operator(operator.operator()), Constructs.NO_PROGRAM);
  }

  private List<Command> pipeline() {
    List<Command> stages = new ArrayList<>();
    boolean more = true;
    while (more) {
      Command command = command();
      if (command != null) {
        stages.add(command);
      }
      more = isOperator("|");
      if (more) {
        advance();
      }
    }
    return stages;
  }

  /// @return null where it is refused
  private @Nullable Command command() {
    Token start = token;
    List<Word> words = new ArrayList<>();
    Map<String, String> environment = new LinkedHashMap<>();
    List<Redirection> redirections = new ArrayList<>();
    boolean more = true;
    while (more) {
      if (token.kind() == Kind.WORD) {
        word(words, environment);
      } else if (token.kind() == Kind.NUMBER || isRedirection()) {
        redirection(redirections);
      } else {
        more = false;
      }
      if (++parts > MAX_WORDS) {
        refuse(Constructs.TOO_LONG, token);
      }
    }
    if (words.isEmpty()) {
      refuseEmpty(environment, redirections, start);
    } else if (isOperator("(")) {
      Token open = token;
      advance();
      boolean function = words.size() == 1 && isOperator(")");
      refuse(function ? Constructs.FUNCTION : Constructs.PARENTHESIS, open);
    } else if (isPastTheShell(words)) {
      refuse(Constructs.PAST_THE_SHELL, start);
    } else if (++commands > MAX_COMMANDS) {
      refuse(Constructs.TOO_LONG, start);
    }
    return lexer.refused() == null
        ? new Command(words, environment, redirections, Command.HERE)
        : null;
  }

  /// `command -v` looks for a program; anything else that `command` does starts one.
  private static boolean isPastTheShell(List<Word> words) {
    return words.getFirst().plain().equals("command")
        && (words.size() < 2 || !words.get(1).plain().equals("-v"));
  }

  private boolean isRedirection() {
    return token.kind() == Kind.OPERATOR && REDIRECTIONS.contains(token.operator());
  }

  private void refuseEmpty(
      Map<String, String> environment, List<Redirection> redirections, Token start) {
    Construct operator = Constructs.operator(token.operator());
    if (isOperator("(") && !environment.isEmpty()) {
      refuse(Constructs.ARRAY, start);
    } else if (operator != null) {
      refuse(operator, token);
    } else if (!environment.isEmpty()) {
      refuse(Constructs.ONLY_ASSIGNMENT, start);
    } else if (!redirections.isEmpty()) {
      refuse(Constructs.ONLY_REDIRECTION, start);
    } else {
      refuse(Constructs.NO_PROGRAM, token);
    }
  }

  private void word(List<Word> words, Map<String, String> environment) {
    Token here = token;
    Words.Reading reading = Words.read(here.pieces(), words.isEmpty());
    switch (reading) {
      case Words.Refusal(Construct construct) -> refuse(construct, here);
      case Words.Assignment(String name, String value) -> {
        environment.put(name, value);
        advance();
      }
      case Words.Whole(Word word) -> {
        words.add(word);
        advance();
      }
    }
  }

  private void redirection(List<Redirection> redirections) {
    Token start = token;
    String number = "";
    if (token.kind() == Kind.NUMBER) {
      number = token.operator();
      advance();
    }
    String operator = token.operator();
    Construct refused = Constructs.operator(operator);
    boolean input = operator.equals("<");
    if (refused != null) {
      refuse(refused, token);
      return;
    }
    if (!(input ? List.of("", "0") : List.of("", "1", "2")).contains(number)) {
      refuse(Constructs.DESCRIPTOR, start);
      return;
    }
    advance();
    Token target = token;
    Words.Reading reading =
        target.kind() == Kind.WORD
            ? Words.read(target.pieces(), false)
            : new Words.Refusal(Constructs.TARGET);
    if (target.kind() == Kind.WORD && operator.equals(">&")) {
      duplicate(number, target, redirections);
    } else if (reading instanceof Words.Whole(Word word)
        && !(word instanceof Word.Pattern)
        && !(word instanceof Word.Home(Word.Pattern pattern))
        && !word.plain().isEmpty()) {
      redirections.add(redirection(operator, number, word));
      advance();
    } else {
      refuse(
          reading instanceof Words.Refusal(Construct construct) ? construct : Constructs.TARGET,
          target);
    }
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
      refuse(Constructs.DUPLICATE, target);
      return;
    }
    advance();
  }
}
