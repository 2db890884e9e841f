// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.LineProgress;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PartResult;
import dev.writ.command.language.WordExpansion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LinePartsTest {
  private static final WordExpansion WORLD =
      new WordExpansion() {
        @Override
        public List<String> glob(CommandWord.Pattern pattern, String directory) {
          return List.of("f", "g");
        }

        @Override
        public String home() {
          return "/home";
        }

        @Override
        public String place() {
          return "/here";
        }

        @Override
        public boolean mayChange(CommandLine line) {
          return line.commands().stream()
              .anyMatch(command -> !command.program().startsWith("look"));
        }
      };

  @TestFactory
  Stream<DynamicTest> whatIsNotKnownYetRunsFirst() {
    return Cases.of("parts.txt").stream()
        .map(columns -> DynamicTest.dynamicTest(columns.getFirst(), () -> inParts(columns)));
  }

  private static void inParts(List<String> columns) {
    LineProgress progress = LineProgress.none();
    for (String column : columns.subList(1, columns.size())) {
      ParsedCommand parsed = CommandParser.parse(columns.getFirst(), WORLD, progress);
      String[] part = column.split(" => ", -1);
      assertThat(drawn(parsed)).isEqualTo(part[0]);
      if (part.length > 1) {
        assertThat(parsed).isInstanceOf(ParsedCommand.ParsedPart.class);
        String[] result = part[1].split(" ", 2);
        String output = result.length > 1 ? result[1] : "";
        progress = progress.after(new PartResult(Integer.parseInt(result[0]), output));
      } else {
        assertThat(parsed).isNotInstanceOf(ParsedCommand.ParsedPart.class);
      }
    }
  }

  private static String drawn(ParsedCommand parsed) {
    return switch (parsed) {
      case ParsedCommand.ParsedLine(CommandLine line) -> Cases.drawn(line);
      case ParsedCommand.ParsedPart(CommandLine line, boolean isSubstitution) ->
          (isSubstitution ? "$" : "") + Cases.drawn(line);
      case ParsedCommand.RefusedLine(var unsupported) -> "refused: " + unsupported.construct();
    };
  }

  @Test
  void aLineHasAHundredPartsAtMost() {
    String line = "a " + "$(b) ".repeat(LineParts.MAX_PARTS + 1);
    LineProgress progress = LineProgress.none();
    int parts = 0;
    ParsedCommand parsed = CommandParser.parse(line, WORLD, progress);
    while (parsed instanceof ParsedCommand.ParsedPart) {
      parts++;
      progress = progress.after(PartResult.UNKNOWN);
      parsed = CommandParser.parse(line, WORLD, progress);
    }
    assertThat(parts).isEqualTo(LineParts.MAX_PARTS);
    assertThat(parsed).isInstanceOf(ParsedCommand.RefusedLine.class);
  }

  @Test
  void whatALoopGoesOverIsFoundOnce() {
    LineProgress progress = LineProgress.none().after(new PartResult(0, ""));
    assertThat(progress.values(0, () -> List.of("a"))).containsExactly("a");
    LineProgress later = progress.after(new PartResult(0, ""));
    assertThat(later.values(0, () -> List.of("b"))).containsExactly("a");
  }
}
