// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.command.language;

import dev.writ.command.parser.CommandParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Tables of cases: one per line, columns with ` ==> ` between them, `//` before remarks. `⏎`, `⇥`
/// and `⟨U+0007⟩` stand for unreadable characters.
public final class Cases {
  private Cases() {}

  public static List<List<String>> of(String file) {
    try (InputStream in = Objects.requireNonNull(Cases.class.getResourceAsStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("//"))
          .map(line -> Arrays.stream(line.split(" +==> ?", -1)).map(Cases::decoded).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String decoded(String text) {
    return java.util.regex.Pattern.compile("⟨U\\+([0-9A-F]+)⟩")
        .matcher(text.replace('⏎', '\n').replace('⇥', '\t'))
        .replaceAll(
            match ->
                java.util.regex.Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(match.group(1), 16))));
  }

  public static CommandLine line(String text) {
    ParsedCommand parsed = CommandParser.parse(text);
    if (parsed instanceof ParsedCommand.ParsedLine(CommandLine line)) {
      return line;
    }
    throw new AssertionError(text + " is refused: " + parsed);
  }

  /// The tree in one line: words with `·` between them.
  public static String drawn(CommandLine line) {
    return line.steps().stream()
        .map(
            step ->
                switch (step.join()) {
                      case FIRST -> "";
                      case AND -> " && ";
                      case OR -> " || ";
                      case THEN -> " ; ";
                    }
                    + drawn(step.clause()))
        .collect(Collectors.joining());
  }

  private static String drawn(CommandClause clause) {
    return switch (clause) {
      case Pipeline pipeline ->
          (pipeline.negated() ? "! " : "")
              + pipeline.commands().stream().map(Cases::drawn).collect(Collectors.joining(" | "));
      case CommandClause.ClauseGroup(CommandLine line) -> "( " + drawn(line) + " )";
      case CommandClause.ClauseChoice choice ->
          choice.branches().stream()
                  .map(branch -> drawn(branch.condition()) + " ? " + drawn(branch.line()))
                  .collect(Collectors.joining(" : ", "[ ", ""))
              + choice.otherwise().map(line -> " : " + drawn(line)).orElse("")
              + " ]";
    };
  }

  public static String drawn(Command command) {
    StringBuilder out = new StringBuilder();
    command.environment().forEach((name, value) -> out.append(name + "=" + value + " "));
    out.append(command.words().stream().map(Cases::drawn).collect(Collectors.joining("·")));
    command.redirections().forEach(redirection -> out.append(" " + redirection.written()));
    if (!command.directory().equals(Command.HERE)) {
      out.append(" @" + drawn(command.directory()));
    }
    return out.toString();
  }

  private static String drawn(CommandWord word) {
    return switch (word) {
      case CommandWord.Literal(String text) -> text.isEmpty() ? "∅" : text;
      case CommandWord.Pattern pattern -> "«" + pattern.written() + "»";
      case CommandWord.WordStatus status -> status.plain();
      case CommandWord.Home(CommandWord rest) -> "⌂" + (rest.plain().isEmpty() ? "" : drawn(rest));
    };
  }
}
