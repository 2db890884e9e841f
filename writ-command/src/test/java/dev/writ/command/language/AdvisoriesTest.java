// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.denylist.Denylist;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Published advisories, and Writ's verdict on their commands.
class AdvisoriesTest {
  private static final CommandContext GROUND =
      new CommandContext("/home/dev/work/app", "/home/dev", List.of(), "/home/dev/work/app");

  @TestFactory
  Stream<DynamicTest> publishedWeaknessesAreNone() {
    return Cases.of("advisories.txt").stream()
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    columns.getFirst() + " " + columns.get(1),
                    () ->
                        assertThat(verdict(columns.get(1), columns.getLast()))
                            .isEqualTo(columns.getLast())));
  }

  private static String verdict(String text, String expected) {
    return switch (CommandParser.parse(text)) {
      case ParsedCommand.RefusedLine(UnsupportedText unsupported) ->
          "refused " + unsupported.construct();
      case ParsedCommand.ParsedLine(CommandLine line) -> {
        List<Command> inner =
            line.commands().stream()
                .flatMap(command -> CommandUnwrapping.of(command).stream())
                .map(InnerCommand::command)
                .toList();
        yield Denylist.BUILT_IN
            .judge(line, GROUND)
            .map(barred -> "barred " + barred.rule())
            .orElseGet(
                () ->
                    expected.equals("asks") && !inner.stream().allMatch(AdvisoriesTest::isFree)
                        ? "asks"
                        : "runs "
                            + inner.stream().map(Cases::drawn).collect(Collectors.joining(" // ")));
      }
    };
  }

  private static boolean isFree(Command command) {
    List<String> argv = command.argv();
    return ReadOnlyPrograms.judge(argv.getFirst(), argv.subList(1, argv.size()))
        instanceof ProgramInvocation.Harmless;
  }

  /// The cap of 50 commands behind which another product's rules were not looked at.
  @Test
  void aLimitThatIsReachedIsARefusalAndNeverACut() {
    String most = "true; ".repeat(CommandParser.MAX_COMMANDS - 1);
    assertThat(verdict(most + "rm -rf /", "")).isEqualTo("barred deny.remove-root");
    assertThat(verdict(most + "true; rm -rf /", ""))
        .isEqualTo("refused " + UnsupportedConstructs.TOO_LONG.name());
    assertThat(verdict(most + "true;", "")).startsWith("runs ");

    String blanks = " ".repeat(CommandParser.MAX_LENGTH - 12);
    assertThat(verdict("ls;" + blanks + " rm -rf /", "")).isEqualTo("barred deny.remove-root");
    assertThat(verdict("ls; " + blanks + " rm -rf /", ""))
        .isEqualTo("refused " + UnsupportedConstructs.TOO_LONG.name());
    UnsupportedText refused =
        ((ParsedCommand.RefusedLine) CommandParser.parse("x".repeat(CommandParser.MAX_LENGTH + 7)))
            .unsupported();
    assertThat(refused.position()).isEqualTo(CommandParser.MAX_LENGTH);
    assertThat(refused.length()).isEqualTo(7);

    String words = "x ".repeat(CommandParser.MAX_WORDS - 1);
    assertThat(Cases.line(words).commands().getFirst().words())
        .hasSize(CommandParser.MAX_WORDS - 1);
    assertThat(CommandParser.parse(words + " x > y")).isInstanceOf(ParsedCommand.RefusedLine.class);
  }

  /// However many lists are in each other, or behind each other, reading them ends.
  @Test
  void moreListsThanAnybodyWritesAreRefused() {
    String inEachOther = "echo " + "{a,".repeat(3_000) + "b" + "}".repeat(3_000);
    for (String line :
        List.of(
            inEachOther, "echo {a,b}" + "{a}".repeat(3_000), "echo {a,b}" + "{a}".repeat(100))) {
      assertThat(verdict(line, "")).isEqualTo("refused " + UnsupportedConstructs.BRACES.name());
    }
    assertThat(verdict("echo {a,b}" + "{a}".repeat(99), "")).startsWith("runs ");
  }

  /// Blanks push the end of a command out of sight; tabs and controls hide it.
  @Test
  void whatAPersonIsShownIsEveryWordWithNothingHidden() {
    Command command =
        Cases.line("git   commit -m 'a    b' \"c\td\ne\" '' '\u00A0' x\\ y '👩‍💻'")
            .commands()
            .getFirst();
    assertThat(command.shown())
        .containsExactly(
            "git",
            "commit",
            "-m",
            "'a    b'",
            "'c⟨U+0009⟩d⟨U+000A⟩e'",
            "''",
            "'⟨U+00A0⟩'",
            "'x y'",
            "'👩‍💻'");
  }

  @Test
  void environmentsThatChangeWhatRunsAreInTheTree() {
    assertThat(
            CommandUnwrapping.of(
                    Cases.line("A=1 env B=2 sh -c 'C=3 git log'").commands().getFirst())
                .getFirst()
                .command()
                .environment())
        .isEqualTo(Map.of("A", "1", "B", "2", "C", "3"));
  }
}
