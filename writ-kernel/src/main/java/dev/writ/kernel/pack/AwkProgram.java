// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import java.util.List;
import java.util.Set;

/// The part of `awk`'s language that computes and prints to standard output: no pipes, no
/// redirections, no other programs, no files but the operands. Where a `/` could be read in two
/// ways, it is not part of it.
final class AwkProgram {
  /// Refused wherever they stand, so that no mistake about strings can hide one.
  private static final List<String> NEVER =
      List.of("system", "getline", "@", "ARG", "SYMTAB", "FUNCTAB", "PROCINFO", "\r");

  private static final Set<String> BEFORE_EXPRESSION =
      Set.of("print", "printf", "return", "in", "else", "do", "case", "exit");

  private final String text;
  private int at;

  /// Whether a `/` here would divide.
  private boolean afterOperand;

  private boolean afterParenthesis;
  private boolean printing;

  private AwkProgram(String text) {
    this.text = text;
  }

  static boolean isHarmless(String program) {
    return NEVER.stream().noneMatch(program::contains) && new AwkProgram(program).tokens();
  }

  private boolean tokens() {
    while (at < text.length()) {
      if (!token(text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  private boolean token(char c) {
    if (c == ' ' || c == '\t') {
      at++;
      return true;
    }
    if (Character.isLetter(c) || c == '_') {
      word();
      return true;
    }
    if (Character.isDigit(c) || c == '.') {
      at++;
      operand();
      return true;
    }
    boolean parenthesis = afterParenthesis;
    boolean divides = afterOperand;
    afterOperand = c == ']' || c == ')';
    afterParenthesis = c == ')';
    return switch (c) {
      case '"' -> quoted('"') && operand();
      case '/' -> !parenthesis && (divides ? step() : quoted('/') && operand());
      case '|' -> text.startsWith("||", at) && step() && step();
      case '>' -> !printing && step();
      case '#', '\\', '`', '\'' -> false;
      case ';', '{', '}', '\n' -> {
        printing = false;
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
    afterParenthesis = false;
    return true;
  }

  private void word() {
    int from = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    String word = text.substring(from, at);
    printing |= word.equals("print") || word.equals("printf");
    afterOperand = !BEFORE_EXPRESSION.contains(word);
    afterParenthesis = false;
  }

  /// Goes behind a string or a regular expression.
  private boolean quoted(char delimiter) {
    int from = ++at;
    while (at < text.length() && text.charAt(at) != delimiter) {
      if (text.charAt(at) == '\n') {
        return false;
      }
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= text.length()) {
      return false;
    }
    String inside = text.substring(from, at);
    at++;
    return delimiter == '"' || inside.lastIndexOf('[') <= inside.lastIndexOf(']');
  }
}
