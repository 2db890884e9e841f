// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Help is short: the options of a command, and a reference to the rest.
class HelpTest {
  private static final int MOST_COLUMNS = 100;

  private static List<String> commands(Desk desk) {
    return desk.writ("--help")
        .out()
        .lines()
        .filter(line -> line.matches("  [a-z].*"))
        .map(line -> line.strip().split(" ", 2)[0])
        .toList();
  }

  @Test
  void everyCommandNamesTheOptionsOfOthersAndExplainsItsOwn() {
    try (Desk desk = new Desk()) {
      assertThat(commands(desk)).contains("chat", "run", "trust", "version").hasSizeGreaterThan(20);
      for (String command : commands(desk)) {
        String help = desk.writ(command, "--help").out();
        assertThat(help).as(command).isEqualTo(desk.writ("help", command).out());
        assertThat(help).contains("writ help options", "--no-color").doesNotContain("no colours");
        assertThat(help.lines()).as(command).allMatch(line -> line.length() <= MOST_COLUMNS);
      }
      assertThat(desk.writ("help", "blame").out()).contains("--cwd DIR").doesNotContain("--model");
      assertThat(desk.writ("help", "run").out()).contains("--model NAME", "--simulate");
    }
  }

  @Test
  void theProgramsHelpListsCommandsAndSaysWhereOptionsAre() {
    try (Desk desk = new Desk()) {
      String help = desk.writ("help").out();
      assertThat(help)
          .contains("writ help options", "writ help COMMAND")
          .doesNotContain("no colours");
      assertThat(help.lines()).allMatch(line -> line.length() <= MOST_COLUMNS);
    }
  }

  @Test
  void optionsOfSeveralCommandsAreExplainedOnce() {
    try (Desk desk = new Desk()) {
      String help = desk.writ("help", "options").out();
      for (CommandOption option : ParsedArguments.GLOBAL) {
        assertThat(help).contains("--" + option.name(), option.help());
      }
      assertThat(desk.writ("help", "optoins").err()).contains("did you mean options?");
    }
  }

  @Test
  void helpOfMoreThanOneWordIsNoGuess() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("help", "pack", "list").out())
          .isEqualTo(desk.writ("help", "pack").out());
      assertThat(desk.writ("help", "pack", "lsit").err()).contains("list");
      assertThat(desk.writ("help", "run", "x").err()).contains("one command");
    }
  }
}
