// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.writ.command.parser.CommandParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CommandTreeTest {
  private record World(Map<String, List<String>> matches) implements WordExpansion {
    @Override
    public List<String> glob(CommandWord.Pattern pattern, String directory) {
      return matches.getOrDefault(directory + ":" + pattern.written(), List.of());
    }

    @Override
    public String home() {
      return "/home/a b";
    }

    @Override
    public String place() {
      return "/work";
    }
  }

  private static final WordExpansion WORLD =
      new World(
          Map.of(
              ":*.txt", List.of("a.txt", "b c.txt"),
              "sub:*.txt", List.of("d.txt"),
              ":'/home/a b'/*.txt", List.of("/home/a b/e.txt"),
              "/home/a b/x:*.txt", List.of("f.txt")));

  @TestFactory
  Stream<DynamicTest> canonicalTextParsesToAnEqualTree() {
    return Cases.of("accepted.txt").stream()
        .map(List::getFirst)
        .map(
            text ->
                DynamicTest.dynamicTest(
                    "'" + text + "'",
                    () -> {
                      CommandLine line = Cases.line(text);
                      assertThat(Cases.line(line.text())).isEqualTo(line);
                      assertThat(Cases.line(line.text()).text()).isEqualTo(line.text());
                    }));
  }

  @Test
  void aTextHasTheDirectoriesOfItsWorld() {
    assertThat(CommandParser.parse("cat <<E\n$HOME $PWD\nE", WORLD))
        .isInstanceOfSatisfying(
            ParsedCommand.ParsedLine.class,
            line -> assertThat(Cases.drawn(line.line())).isEqualTo("cat <<< '/home/a b /work'"));
  }

  @Test
  void aChoiceHasABranch() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CommandClause.ClauseChoice(List.of(), Optional.empty()));
  }

  @Test
  void canonicalTextIsPlainWhereItCanBe() {
    assertThat(Cases.line("cd  x&&A='b'  'ls'   \"-l\" ~/'y z' 'a'*>'o' 2>&1|cat;").text())
        .isEqualTo("cd x && A=b ls -l ~/'y z' 'a'* > o 2>&1 | cat");
    assertThat(Cases.line("'A=b' C=d ''").text()).isEqualTo("'A=b' C=d ''");
    assertThat(Cases.line("azAZ09_@%+=:,./- a[b ä").text())
        .isEqualTo("'azAZ09_@%+=:,./-' 'a[b' 'ä'");
    assertThat(Cases.line("x azAZ09_@%+=:,./-").text()).isEqualTo("x azAZ09_@%+=:,./-");
    assertThat(Cases.line("a||b;c &>> d").text()).isEqualTo("a || b; c &>> d");
  }

  @Test
  void expandedLinesHaveLiteralWordsOnly() {
    assertThat(expanded("cat *.txt '*.txt' no*")).isEqualTo("cat·a.txt·b c.txt·*.txt·no*");
    assertThat(expanded("cat ~ ~/x ~/*.txt ~/no*"))
        .isEqualTo("cat·/home/a b·/home/a b/x·/home/a b/e.txt·/home/a b/no*");
    assertThat(expanded("cd sub && cat *.txt")).isEqualTo("cat·d.txt @sub");
    assertThat(expanded("cd ~/x && cat *.txt")).isEqualTo("cat·f.txt @/home/a b/x");
    assertThat(expanded("cat < ~/i > ~/o 2>&1 >&2 2>> e"))
        .isEqualTo("cat < '/home/a b/i' > '/home/a b/o' 2>&1 >&2 2>> e");
    assertThat(expanded("A=b ~/bin/x | y && z")).isEqualTo("A=b /home/a b/bin/x | y && z");
  }

  private static String expanded(String text) {
    return Cases.drawn(Cases.line(text).expanded(WORLD));
  }

  @Test
  void partsOfACommandAreEasyToReach() {
    Command command = Cases.line("/usr/bin/git -C ~/x log 'a b' *.c").commands().getFirst();
    assertThat(command.program()).isEqualTo("/usr/bin/git");
    assertThat(command.programName()).isEqualTo("git");
    assertThat(command.argv()).containsExactly("/usr/bin/git", "-C", "~/x", "log", "a b", "*.c");
    assertThat(command.shown()).containsExactly("/usr/bin/git", "-C", "~/x", "log", "'a b'", "*.c");
    assertThat(command.arguments()).hasSize(5);
  }

  @Test
  void treesAreImmutableAndWhole() {
    Map<String, String> environment = new LinkedHashMap<>();
    Command command =
        new Command(List.of(new CommandWord.Literal("x")), environment, List.of(), Command.HERE);
    environment.put("A", "b");
    assertThat(command).isEqualTo(Command.of("x"));
    assertThatIllegalArgumentException().isThrownBy(Command::of);
    assertThatIllegalArgumentException().isThrownBy(() -> new Pipeline(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new CommandLine(List.of()));
    Pipeline pipeline = new Pipeline(List.of(command));
    for (List<CommandLine.StepJoin> joins :
        List.of(
            List.of(CommandLine.StepJoin.AND),
            List.of(CommandLine.StepJoin.FIRST, CommandLine.StepJoin.FIRST))) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new CommandLine(
                      joins.stream()
                          .map(join -> new CommandLine.LineStep(join, pipeline))
                          .toList()));
    }
    CommandWord home = new CommandWord.Home(new CommandWord.Literal(""));
    assertThatIllegalArgumentException().isThrownBy(() -> new CommandWord.Home(home));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CommandWord.Home(new CommandWord.Literal("x")));
  }

  @Test
  void refusalsSayWhatWhereAndWhatInstead() {
    UnsupportedText unsupported =
        ((ParsedCommand.RefusedLine) CommandParser.parse("make && sleep 1 &")).unsupported();
    assertThat(unsupported.message())
        .isEqualTo(
            "running in the background (&) at position 16 is not supported: no shell runs this"
                + " command line. Instead: use the tool run_background, or && for one after the"
                + " other");
  }
}
