// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.RegularExpression;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The upper bound of an awk program's effects: computing and printing, writing files, or running
/// other programs with `system` and through pipes. If a `/` or another token is ambiguous, the
/// effects are unknown.
public final class AwkProgram {
  /// The upper bound of its effects.
  public enum EffectBound {
    /// It computes and prints to standard output.
    PRINTS,
    /// It writes files, or says itself which files it reads.
    FILES,
    /// It runs other programs, or its effects are unknown.
    UNKNOWN
  }

  /// Looked for wherever they stand, so that no mistake about strings can hide one.
  private static final Pattern NEVER = Pattern.compile("system\\s*\\(|getline|/inet");

  private static final Set<String> FILE_LISTS =
      Set.of("ARGV", "ARGC", "ARGIND", "SYMTAB", "FUNCTAB", "PROCINFO");

  private static final Set<String> BEFORE_EXPRESSION =
      Set.of("print", "printf", "return", "in", "else", "do", "case", "exit");

  /// Behind their conditions a statement begins, for some implementations.
  private static final Set<String> BEFORE_CONDITION = Set.of("if", "while", "for", "switch");

  /// Tokens at the end of a line that continues in the next one.
  private static final String GOES_ON = ",&|?:";

  /// Characters with no place outside strings and regular expressions, or not in every awk.
  private static final String REFUSED = "#\\`'@\r";

  private static final char ASCII_END = 128;

  private final String text;
  private int at;

  /// Whether every token so far is one that this reader knows.
  private boolean understood = true;

  /// Whether a `/` here would divide.
  private boolean afterOperand;

  /// Whether a `/` here could do both: behind a condition, or `++`.
  private boolean ambiguous;

  private String word = "";

  /// For each open parenthesis whether it holds a condition.
  private final Deque<Boolean> open = new ArrayDeque<>();

  private boolean printing;
  private boolean files;
  private char last = '\n';

  private AwkProgram(String text) {
    this.text = text;
  }

  /// The upper bound of a program's effects.
  public static EffectBound extent(String program) {
    AwkProgram reader = new AwkProgram(program);
    if (NEVER.matcher(program).find() || !reader.tokens()) {
      return EffectBound.UNKNOWN;
    }
    return reader.files ? EffectBound.FILES : EffectBound.PRINTS;
  }

  static CommandLayer layer(Command command) {
    List<CommandWord> words = command.words();
    int start =
        WrapperPrograms.skipOptions(
            words, 1, Set.of(), Set.of("-F", "-v", "--field-separator", "--assign"));
    boolean known =
        start > 0 && start < words.size() && words.get(start) instanceof CommandWord.Literal;
    return known && extent(words.get(start).plain()) != EffectBound.UNKNOWN
        ? CommandLayer.plain(command)
        : CommandLayer.opaque(command, "awk may run another program", command.arguments());
  }

  private boolean tokens() {
    while (understood && at < text.length()) {
      char c = text.charAt(at);
      token(c);
      last = c == ' ' || c == '\t' ? last : c;
    }
    return understood;
  }

  private void token(char c) {
    if (c == ' ' || c == '\t') {
      at++;
    } else if (isOfName(c) && !Character.isDigit(c)) {
      name();
    } else if (Character.isDigit(c) || c == '.') {
      at++;
      operand();
    } else {
      symbol(c);
    }
  }

  private void symbol(char c) {
    boolean unclear = ambiguous;
    boolean divides = afterOperand;
    afterOperand = c == ']' || c == ')';
    ambiguous = text.startsWith("++", at - 1) || text.startsWith("--", at - 1);
    String before = word;
    word = "";
    at++;
    switch (c) {
      case '(' -> open.push(BEFORE_CONDITION.contains(before));
      case ')' -> ambiguous = open.isEmpty() || open.pop();
      case '"' -> string();
      case '/' -> slash(unclear, divides);
      case '|' -> alternative();
      case '>' -> files |= printing;
      case ';', '{', '}' -> printing = false;
      case '\n' -> printing &= GOES_ON.indexOf(last) >= 0;
      default -> understood = c < ASCII_END && REFUSED.indexOf(c) < 0;
    }
  }

  private void operand() {
    afterOperand = true;
    ambiguous = false;
    word = "";
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private void name() {
    int from = at;
    while (at < text.length() && isOfName(text.charAt(at))) {
      at++;
    }
    word = text.substring(from, at);
    printing |= word.equals("print") || word.equals("printf");
    files |= FILE_LISTS.contains(word);
    ambiguous = false;
    afterOperand = !BEFORE_EXPRESSION.contains(word);
    understood = !word.equals("system");
  }

  /// A `/` divides what is before it, or begins a regular expression.
  private void slash(boolean unclear, boolean divides) {
    if (unclear) {
      understood = false;
    } else if (!divides) {
      at = RegularExpression.end(text, at, '/') + 1;
      understood = at > 0;
      operand();
    }
  }

  /// Every `|` except `||` is a pipe.
  private void alternative() {
    understood = text.startsWith("|", at);
    at++;
  }

  private void string() {
    while (at < text.length() && text.charAt(at) != '"') {
      understood &= text.charAt(at) != '\n';
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    understood &= at <= text.length();
    operand();
  }
}
