// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandWord.WordPiece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lists in braces, `{a,b}` and `{1..5}`, as bash expands them. Forms that shells pair differently,
/// and those of newer shells only, are not lists here.
public final class BraceExpansion {
  /// The most words that one word becomes.
  private static final int MOST_WORDS = 1_000;

  /// The most lists in a word: more than anybody writes, few enough to be read one in another.
  private static final int MOST_LISTS = 100;

  private static final Pattern NUMBERS =
      Pattern.compile("(0|-?[1-9]\\d{0,5})\\.\\.(0|-?[1-9]\\d{0,5})");
  private static final Pattern LETTERS =
      Pattern.compile("([a-z])\\.\\.([a-z])|([A-Z])\\.\\.([A-Z])");

  /// A letter, or quotes around nothing.
  private record Cell(String text, boolean quoted) {
    boolean is(String letter) {
      return !quoted && text.equals(letter);
    }
  }

  /// The placeholder of a sequence that shells read differently; it occurs in no text.
  private static final Cell UNREADABLE = new Cell("\0", false);

  private BraceExpansion() {}

  /// The words that a word with lists becomes; empty where they can't be read in one way only.
  public static Optional<List<List<WordPiece>>> expanded(List<WordPiece> pieces) {
    List<Cell> cells = cells(pieces);
    if (!isBalanced(cells)) {
      return Optional.empty();
    }
    List<List<Cell>> words = expand(cells);
    if (words.size() > MOST_WORDS || words.stream().anyMatch(word -> word.contains(UNREADABLE))) {
      return Optional.empty();
    }
    return Optional.of(
        words.stream().filter(word -> !word.isEmpty()).map(BraceExpansion::joined).toList());
  }

  private static List<Cell> cells(List<WordPiece> pieces) {
    List<Cell> cells = new ArrayList<>();
    for (WordPiece piece : pieces) {
      if (piece.text().isEmpty()) {
        cells.add(new Cell("", true));
      }
      for (int i = 0; i < piece.text().length(); i++) {
        cells.add(new Cell(piece.text().substring(i, i + 1), piece.quoted()));
      }
    }
    return cells;
  }

  private static boolean isBalanced(List<Cell> cells) {
    int depth = 0;
    for (Cell cell : cells) {
      depth += cell.is("{") ? 1 : cell.is("}") ? -1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0 && cells.stream().filter(cell -> cell.is("{")).count() <= MOST_LISTS;
  }

  private static List<List<Cell>> expand(List<Cell> cells) {
    int open = 0;
    while (open < cells.size() && !cells.get(open).is("{")) {
      open++;
    }
    if (open == cells.size()) {
      return List.of(cells);
    }
    int close = closing(cells, open);
    List<List<Cell>> middles = group(cells.subList(open + 1, close));
    List<List<Cell>> ends = expand(cells.subList(close + 1, cells.size()));
    List<List<Cell>> words = new ArrayList<>();
    for (List<Cell> middle : middles) {
      for (List<Cell> end : ends) {
        List<Cell> word = new ArrayList<>(cells.subList(0, open));
        word.addAll(middle);
        word.addAll(end);
        words.add(word);
        if (words.size() > MOST_WORDS) {
          return words;
        }
      }
    }
    return words;
  }

  private static int closing(List<Cell> cells, int open) {
    int depth = 0;
    int at = open;
    do {
      depth += cells.get(at).is("{") ? 1 : cells.get(at).is("}") ? -1 : 0;
      at++;
    } while (depth > 0);
    return at - 1;
  }

  private static List<List<Cell>> group(List<Cell> inner) {
    List<List<Cell>> parts = parts(inner);
    if (parts.size() > 1) {
      List<List<Cell>> words = new ArrayList<>();
      parts.forEach(part -> words.addAll(expand(part)));
      return words;
    }
    StringBuilder text = new StringBuilder();
    inner.forEach(cell -> text.append(cell.quoted() ? "\"" : cell.text()));
    if (text.indexOf("..") >= 0) {
      return sequence(text.toString());
    }
    List<List<Cell>> words = new ArrayList<>();
    for (List<Cell> word : expand(inner)) {
      List<Cell> whole = new ArrayList<>(List.of(new Cell("{", true)));
      whole.addAll(word);
      whole.add(new Cell("}", true));
      words.add(whole);
    }
    return words;
  }

  private static List<List<Cell>> parts(List<Cell> inner) {
    List<List<Cell>> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < inner.size(); i++) {
      Cell cell = inner.get(i);
      depth += cell.is("{") ? 1 : cell.is("}") ? -1 : 0;
      if (depth == 0 && cell.is(",")) {
        parts.add(inner.subList(from, i));
        from = i + 1;
      }
    }
    parts.add(inner.subList(from, inner.size()));
    return parts;
  }

  private static List<List<Cell>> sequence(String text) {
    Matcher numbers = NUMBERS.matcher(text);
    Matcher letters = LETTERS.matcher(text);
    List<List<Cell>> words = new ArrayList<>();
    if (numbers.matches()) {
      int to = Integer.parseInt(numbers.group(2));
      int at = Integer.parseInt(numbers.group(1));
      int step = at <= to ? 1 : -1;
      for (; words.size() <= MOST_WORDS && at != to + step; at += step) {
        words.add(List.of(new Cell(Integer.toString(at), true)));
      }
    } else if (letters.matches()) {
      int to = text.charAt(3);
      int at = text.charAt(0);
      int step = at <= to ? 1 : -1;
      for (; at != to + step; at += step) {
        words.add(List.of(new Cell(Character.toString(at), true)));
      }
    }
    return words.isEmpty() ? List.of(List.of(UNREADABLE)) : words;
  }

  private static List<WordPiece> joined(List<Cell> word) {
    List<WordPiece> pieces = new ArrayList<>();
    for (Cell cell : word) {
      if (!pieces.isEmpty() && pieces.getLast().quoted() == cell.quoted()) {
        pieces.add(new WordPiece(pieces.removeLast().text() + cell.text(), cell.quoted()));
      } else {
        pieces.add(new WordPiece(cell.text(), cell.quoted()));
      }
    }
    return pieces;
  }
}
