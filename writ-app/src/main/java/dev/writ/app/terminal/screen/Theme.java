// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How roles look: parameters of "select graphic rendition". Nothing is said by colour alone.
///
/// @param looks a role that is missing is shown as ordinary text
public record Theme(String name, Map<Role, String> looks) {
  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String ITALIC = "3";
  private static final String UNDERLINED = "4";
  private static final String REVERSED = "7";
  private static final String STRUCK = "9";

  /// No colour, but bold, dim, italic and underlined (`NO_COLOR`).
  public static final Theme MONOCHROME =
      new Theme(
          "monochrome",
          Map.ofEntries(
              Map.entry(Role.BOLD, BOLD),
              Map.entry(Role.ITALIC, ITALIC),
              Map.entry(Role.STRUCK, STRUCK),
              Map.entry(Role.DIM, DIM),
              Map.entry(Role.COMMENT, DIM),
              Map.entry(Role.HEADING, BOLD),
              Map.entry(Role.LINK, UNDERLINED),
              Map.entry(Role.ACCENT, BOLD),
              Map.entry(Role.ERROR, BOLD),
              Map.entry(Role.SELECTED, REVERSED)));

  /// The 16 colours that the person's terminal has, whatever its background.
  public static final Theme ANSI = colours("ansi", new String[] {"36", "32", "33", "31", "35", ""});

  /// For a dark background, 256 colours.
  public static final Theme DARK =
      colours(
          "dark",
          new String[] {"38;5;80", "38;5;114", "38;5;221", "38;5;210", "38;5;176", "38;5;252"});

  /// For a light background, 256 colours.
  public static final Theme LIGHT =
      colours(
          "light",
          new String[] {"38;5;25", "38;5;22", "38;5;94", "38;5;124", "38;5;90", "38;5;236"});

  /// Told apart by people who don't tell red from green: blue and orange.
  public static final Theme COLOUR_BLIND =
      colours(
          "colour-blind",
          new String[] {"38;5;75", "38;5;33", "38;5;220", "38;5;208", "38;5;141", "38;5;250"});

  /// All of them.
  public static final List<Theme> ALL = List.of(ANSI, DARK, LIGHT, COLOUR_BLIND, MONOCHROME);

  public Theme {
    looks = Map.copyOf(looks);
  }

  /// @param colours accent, good, warning, bad, special, code
  private static Theme colours(String name, String[] colours) {
    return new Theme(
        name,
        Map.ofEntries(
            Map.entry(Role.BOLD, BOLD),
            Map.entry(Role.ITALIC, ITALIC),
            Map.entry(Role.STRUCK, STRUCK),
            Map.entry(Role.DIM, DIM),
            Map.entry(Role.COMMENT, DIM),
            Map.entry(Role.HEADING, BOLD + ";" + colours[0]),
            Map.entry(Role.CODE, colours[5].isEmpty() ? colours[0] : colours[5]),
            Map.entry(Role.KEYWORD, colours[4]),
            Map.entry(Role.LITERAL, colours[1]),
            Map.entry(Role.LINK, UNDERLINED + ";" + colours[0]),
            Map.entry(Role.PERSON, BOLD),
            Map.entry(Role.ACCENT, colours[0]),
            Map.entry(Role.GOOD, colours[1]),
            Map.entry(Role.WARNING, colours[2]),
            Map.entry(Role.ERROR, colours[3]),
            Map.entry(Role.ADDED, colours[1]),
            Map.entry(Role.REMOVED, colours[3]),
            Map.entry(Role.SELECTED, REVERSED)));
  }

  /// The theme of that name.
  public static Optional<Theme> named(String name) {
    return ALL.stream().filter(theme -> theme.name().equals(name)).findFirst();
  }

  /// The one that fits a terminal as its environment describes it.
  public static Theme of(Map<String, String> environment) {
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

  /// A line as the terminal gets it; it begins and ends without any look.
  String render(Line line) {
    StringBuilder out = new StringBuilder();
    for (Span span : line.spans()) {
      String look = looks.getOrDefault(span.role(), "");
      if (look.isEmpty()) {
        out.append(span.text());
      } else if (!span.text().isEmpty()) {
        out.append("\u001b[").append(look).append('m').append(span.text()).append("\u001b[0m");
      }
    }
    return out.toString();
  }
}
