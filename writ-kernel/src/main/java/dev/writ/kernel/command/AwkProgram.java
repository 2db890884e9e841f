// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What a program in awk's language does at most: compute and print, write files, or run other
/// programs with `system` and through pipes. Where a `/` could be read in two ways, or anything
/// else, nothing is known of it.
public final class AwkProgram {
  /// What it does at most.
  public enum Extent {
    /// It computes and prints to standard output.
    PRINTS,
    /// It writes files, or says itself which files it reads.
    FILES,
    /// It runs other programs, or nobody knows.
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

  /// What may stand at the end of a line that goes on in the next one.
  private static final String GOES_ON = ",&|?:";

  private final String text;
  private int at;

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

  /// What a program does at most.
  public static Extent extent(String program) {
    AwkProgram reader = new AwkProgram(program);
    if (NEVER.matcher(program).find() || !reader.tokens()) {
      return Extent.UNKNOWN;
    }
    return reader.files ? Extent.FILES : Extent.PRINTS;
  }

  static Layer layer(Command command) {
    List<Word> words = command.words();
    int start =
        Wrappers.skipOptions(
            words, 1, Set.of(), Set.of("-F", "-v", "--field-separator", "--assign"));
    boolean known = start > 0 && start < words.size() && words.get(start) instanceof Word.Literal;
    return known && extent(words.get(start).plain()) != Extent.UNKNOWN
        ? Layer.plain(command)
        : Layer.opaque(command, "awk may run another program", command.arguments());
  }

  private boolean tokens() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (!token(c)) {
        return false;
      }
      last = c == ' ' || c == '\t' ? last : c;
    }
    return true;
  }

  private boolean token(char c) {
    if (c == ' ' || c == '\t') {
      at++;
      return true;
    }
    if (Character.isLetter(c) || c == '_') {
      return name();
    }
    if (Character.isDigit(c) || c == '.') {
      at++;
      return operand();
    }
    boolean unclear = ambiguous;
    boolean divides = afterOperand;
    afterOperand = c == ']' || c == ')';
    ambiguous = text.startsWith("++", at - 1) || text.startsWith("--", at - 1);
    String before = word;
    word = "";
    return switch (c) {
      case '(' -> {
        open.push(BEFORE_CONDITION.contains(before));
        yield step();
      }
      case ')' -> {
        ambiguous = open.isEmpty() || open.pop();
        yield step();
      }
      case '"' -> string() && operand();
      case '/' -> !unclear && (divides ? step() : regularExpression() && operand());
      case '|' -> text.startsWith("||", at) && step() && step();
      case '>' -> {
        files |= printing;
        yield step();
      }
      case '#', '\\', '`', '\'', '@', '\r' -> false;
      case ';', '{', '}' -> {
        printing = false;
        yield step();
      }
      case '\n' -> {
        printing &= GOES_ON.indexOf(last) >= 0;
        yield step();
      }
      default -> c < 128 && step();
    };
  }

  private boolean step() {
    at++;
    return true;
  }

  private boolean operand() {
    afterOperand = true;
    ambiguous = false;
    word = "";
    return true;
  }

  private boolean name() {
    int from = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    word = text.substring(from, at);
    printing |= word.equals("print") || word.equals("printf");
    files |= FILE_LISTS.contains(word);
    ambiguous = false;
    afterOperand = !BEFORE_EXPRESSION.contains(word);
    return !word.equals("system");
  }

  private boolean regularExpression() {
    at = RegularExpression.end(text, at + 1, '/') + 1;
    return at > 0;
  }

  private boolean string() {
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\n') {
        return false;
      }
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    return at <= text.length();
  }
}
