// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How roles look: parameters of "select graphic rendition". Nothing is said by colour alone.
///
/// @param looks a role that is missing is shown as ordinary text
public record ColorTheme(String name, Map<TextRole, String> looks) {
  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String ITALIC = "3";
  private static final String UNDERLINED = "4";
  private static final String REVERSED = "7";
  private static final String STRUCK = "9";

  /// No colour, but bold, dim, italic and underlined (`NO_COLOR`).
  public static final ColorTheme MONOCHROME =
      new ColorTheme(
          "monochrome",
          Map.ofEntries(
              Map.entry(TextRole.BOLD, BOLD),
              Map.entry(TextRole.ITALIC, ITALIC),
              Map.entry(TextRole.STRUCK, STRUCK),
              Map.entry(TextRole.DIM, DIM),
              Map.entry(TextRole.COMMENT, DIM),
              Map.entry(TextRole.HEADING, BOLD),
              Map.entry(TextRole.LINK, UNDERLINED),
              Map.entry(TextRole.ACCENT, BOLD),
              Map.entry(TextRole.ERROR, BOLD),
              Map.entry(TextRole.ADDED_WORD, UNDERLINED),
              Map.entry(TextRole.REMOVED_WORD, UNDERLINED),
              Map.entry(TextRole.SELECTED, REVERSED)));

  /// The 16 colours that the person's terminal has, whatever its background.
  public static final ColorTheme ANSI =
      colours("ansi", new String[] {"36", "32", "33", "31", "35", ""});

  /// For a dark background, 256 colours.
  public static final ColorTheme DARK =
      colours(
          "dark",
          new String[] {"38;5;80", "38;5;114", "38;5;221", "38;5;210", "38;5;176", "38;5;252"});

  /// For a light background, 256 colours.
  public static final ColorTheme LIGHT =
      colours(
          "light",
          new String[] {"38;5;25", "38;5;22", "38;5;94", "38;5;124", "38;5;90", "38;5;236"});

  /// Told apart by people who don't tell red from green: blue and orange.
  public static final ColorTheme COLOUR_BLIND =
      colours(
          "colour-blind",
          new String[] {"38;5;75", "38;5;33", "38;5;220", "38;5;208", "38;5;141", "38;5;250"});

  /// All of them.
  public static final List<ColorTheme> ALL = List.of(ANSI, DARK, LIGHT, COLOUR_BLIND, MONOCHROME);

  public ColorTheme {
    looks = Map.copyOf(looks);
  }

  /// @param colours accent, good, warning, bad, special, code
  private static ColorTheme colours(String name, String[] colours) {
    return new ColorTheme(
        name,
        Map.ofEntries(
            Map.entry(TextRole.BOLD, BOLD),
            Map.entry(TextRole.ITALIC, ITALIC),
            Map.entry(TextRole.STRUCK, STRUCK),
            Map.entry(TextRole.DIM, DIM),
            Map.entry(TextRole.COMMENT, DIM),
            Map.entry(TextRole.HEADING, BOLD + ";" + colours[0]),
            Map.entry(TextRole.CODE, colours[5].isEmpty() ? colours[0] : colours[5]),
            Map.entry(TextRole.KEYWORD, colours[4]),
            Map.entry(TextRole.LITERAL, colours[1]),
            Map.entry(TextRole.LINK, UNDERLINED + ";" + colours[0]),
            Map.entry(TextRole.PERSON, BOLD),
            Map.entry(TextRole.ACCENT, colours[0]),
            Map.entry(TextRole.GOOD, colours[1]),
            Map.entry(TextRole.WARNING, colours[2]),
            Map.entry(TextRole.ERROR, colours[3]),
            Map.entry(TextRole.ADDED, colours[1]),
            Map.entry(TextRole.REMOVED, colours[3]),
            Map.entry(TextRole.ADDED_WORD, UNDERLINED + ";" + colours[1]),
            Map.entry(TextRole.REMOVED_WORD, UNDERLINED + ";" + colours[3]),
            Map.entry(TextRole.SELECTED, REVERSED)));
  }

  /// The theme of that name.
  public static Optional<ColorTheme> named(String name) {
    return ALL.stream().filter(theme -> theme.name().equals(name)).findFirst();
  }

  /// The one that fits a terminal as its environment describes it.
  public static ColorTheme of(Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "");
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || term.startsWith("vt")) {
      return MONOCHROME;
    }
    // `COLORFGBG` is "foreground;background"; backgrounds 7 and 15 are light.
    String background = environment.getOrDefault("COLORFGBG", "");
    boolean light = background.endsWith(";15") || background.endsWith(";7");
    boolean many =
        term.contains("256color") || !environment.getOrDefault("COLORTERM", "").isEmpty();
    return !many ? ANSI : light ? LIGHT : background.isEmpty() ? ANSI : DARK;
  }

  /// The parameters for a role; empty for ordinary text.
  String look(TextRole role) {
    return looks.getOrDefault(role, "");
  }

  /// A line as the terminal gets it; it begins and ends without any look.
  public String render(StyledLine line) {
    TerminalPen pen = new TerminalPen(0, 0);
    pen.write(line, this);
    pen.plain();
    return pen.sent();
  }
}
