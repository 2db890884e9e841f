// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.denylist.Denylist;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.testkit.Gen;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CommandLanguageTest {
  private static final CommandContext GROUND =
      new CommandContext("/home/dev/app", "/home/dev", List.of("~/.ssh"), "/home/dev/app");

  /// Words that make the judges look further.
  private static final Gen<String> DANGEROUS =
      Gen.oneOf(
          "env ",
          "-S ",
          "sh -c ",
          "xargs ",
          "-I{} ",
          "find / ",
          "-exec ",
          "{} ",
          "';' ",
          "+ ",
          "rm ",
          "-rf ",
          "/ ",
          "~ ",
          "* ",
          "'ls | cat' ",
          "\"rm -rf x\" ",
          "git -c ",
          "x=y ",
          "sudo ",
          "timeout 5 ",
          "nice ",
          "awk ",
          "'{print | \"x\"}' ",
          "chmod ",
          "777 ",
          "a+rwx,",
          "tee ",
          "/dev/sda ",
          "> ",
          "| ",
          "&& ",
          "; ",
          "echo ",
          "curl ",
          "-o ",
          "cp ",
          "-t ",
          ".. ",
          "-- ",
          "- ",
          "-",
          "--",
          "= ",
          "'",
          "watch ",
          "flock ",
          "dd if=",
          "mv ",
          "kill ",
          "ssh ",
          "mkdir -m ",
          "'' ",
          "cd ",
          "sed -i ",
          "find ",
          "env -S'env -S ls' ");

  @Test
  void anyTextIsParsedOrRefusedAtAPlaceInIt() {
    Gen<String> texts =
        Gen.<String>anyOf(
            Gen.strings(40),
            ShellLines.soup(),
            ShellLines.lines(),
            DANGEROUS.list(12).map(words -> String.join("", words)));
    AtomicInteger accepted = new AtomicInteger();
    Gen.check(
        30_000,
        texts,
        text -> {
          ParsedCommand parsed = CommandParser.parse(text);
          if (parsed instanceof ParsedCommand.RefusedLine(UnsupportedText refused)) {
            return refused.position() >= 0
                && refused.length() >= 0
                && refused.position() + refused.length() <= text.length()
                && !refused.message().isBlank();
          }
          accepted.incrementAndGet();
          CommandLine line = ((ParsedCommand.ParsedLine) parsed).line();
          return CommandParser.parse(line.text()).equals(parsed)
              && isJudged(line)
              && isJudged(line.expanded(new Nothing()))
              && line.expanded(new Nothing()).commands().stream()
                  .allMatch(
                      command ->
                          command.words().stream()
                              .allMatch(
                                  word ->
                                      word instanceof CommandWord.Literal
                                          || word instanceof CommandWord.WordStatus));
        });
    assertThat(accepted).hasValueGreaterThan(5_000);
  }

  /// No command vanishes: whatever runs, at least one thing is judged.
  private static boolean isJudged(CommandLine line) {
    Denylist.BUILT_IN.judge(line, GROUND);
    return line.commands().stream()
        .allMatch(
            command ->
                !CommandUnwrapping.of(command).isEmpty()
                    && command.shown().size() == command.words().size()
                    && command.shown().stream().allMatch(CommandLanguageTest::isVisible));
  }

  private static boolean isVisible(String shown) {
    return shown
        .codePoints()
        .noneMatch(
            c ->
                Character.isISOControl(c)
                    || (Character.getType(c) == Character.FORMAT && c != 0x200D));
  }

  @Test
  void whatIsBarredStaysBarredBehindEveryWrapper() {
    Gen<String> wrappers =
        Gen.oneOf("env ", "env A=b ", "nice -n 5 ", "timeout 5 ", "nohup ", "xargs ", "sh -c ")
            .list(3)
            .map(
                words -> {
                  String line = "rm -rf /";
                  for (String word : words.reversed()) {
                    line = word + (word.equals("sh -c ") ? quoted(line) : line);
                  }
                  return line;
                });
    Gen.check(
        1_000,
        wrappers,
        text ->
            CommandParser.parse(text) instanceof ParsedCommand.ParsedLine(CommandLine line)
                && Denylist.BUILT_IN.judge(line, GROUND).isPresent());
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  @Test
  void literalWordsOfAnyTextSurviveTheWayThroughText() {
    Gen.check(
        20_000,
        Gen.strings(12).list(4),
        texts -> {
          Command command =
              Command.of(
                  java.util.stream.Stream.concat(java.util.stream.Stream.of("x"), texts.stream())
                      .toArray(String[]::new));
          String text = String.join(" ", command.shown());
          // A command that cannot be shown unchanged cannot be typed either.
          return CommandParser.parse(text) instanceof ParsedCommand.ParsedLine(CommandLine line)
              && (!line.commands().getFirst().argv().equals(command.argv())
                  == text.contains("⟨U+"));
        });
  }

  private static final class Nothing implements WordExpansion {
    @Override
    public List<String> glob(CommandWord.Pattern pattern, String directory) {
      return List.of();
    }

    @Override
    public String home() {
      return GROUND.home();
    }

    @Override
    public String place() {
      return GROUND.root();
    }
  }
}
