// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How argument arrays are read, dialect by dialect, with packs made for it.
class ReadingTest {
  private static final String BODY =
      """
      version: 1.0.0
      summary: s
      globals:
        - {flags: -g, options: [{names: -G --global, type: path}]}
        - {after: sub, anywhere: true, flags: --all-over}
      commands:
        - id: t.main
          effect: [read]
          flags: -a -b --flag
          options:
            - {names: -n --number, type: integer, min: -1, max: 9}
            - {names: -o --out, type: path, access: write}
            - {names: -c --color, type: enum, values: always never, value: optional}
            - {names: -D, type: string, value: attached}
            - {names: -P --profile, type: string, value: joined}
            - {names: -s --sep, type: string, value: separate}
            - {names: --pair, type: string, value: pair}
            - {names: --once, repeatable: false}
            - {names: --not-once, conflicts: --once}
            - {names: --fire, effect: [execute], risk: destructive, why: it burns}
            - {names: '-#'}
            - {names: 'if=', type: path, value: attached}
          positionals:
            - {name: first, type: path, count: one, unless: --out}
            - {name: middle, type: url, pattern: '[^!]*'}
            - {name: last, type: string, count: one}
        - {id: t.sub, words: sub, effect: [], positionals: [{name: x, count: optional}], behind_dashes: [{name: y, type: path, count: some}]}
        - {id: t.sub.deep, words: sub deep, effect: [], options: [{names: --need -N, required: true}], options_end: operand, positionals: [{name: x}]}
        - {id: t.two, words: two, effect: [read], flags: -x}
        - {id: t.two.more, words: two, effect: [write], flags: -y, positionals: [{name: r, type: revision}]}
        - {id: t.only.child, words: only child, effect: [], options_end: words, positionals: [{name: x}]}
      """;

  private static Candidate pack(String dialect) {
    try {
      return Candidate.read("t.yaml", "tool: t\nbinary: t\ndialect: " + dialect + "\n" + BODY);
    } catch (PackException e) {
      throw new AssertionError(e);
    }
  }

  private static String shown(Reading reading) {
    return switch (reading) {
      case Reading.Known known ->
          known.commandId()
              + " "
              + known.paths().stream()
                  .map(use -> (use.access() == Access.READ ? "r:" : "w:") + use.path())
                  .collect(Collectors.joining(" "))
              + (known.addresses().isEmpty() ? "" : " " + known.addresses())
              + (known.reasons().isEmpty() ? "" : " " + known.risk() + known.reasons());
      case Reading.Unnamed unnamed -> unnamed.name() + " ! " + unnamed.word() + " " + unnamed.why();
      case Reading.NoPack _, Reading.Refused _ -> throw new AssertionError(reading);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gnu   | t p q                | t.main r:p",
        "gnu   | t p m1 m2 q          | t.main r:p [m1, m2]",
        "gnu   | t -ab p q            | t.main r:p",
        "gnu   | t -abn5 p q          | t.main r:p",
        "gnu   | t -abn 5 p q         | t.main r:p",
        "gnu   | t -n -1 p q          | t.main r:p",
        "gnu   | t --number=5 p q     | t.main r:p",
        "gnu   | t --number 5 p q     | t.main r:p",
        "gnu   | t p q -n 5           | t.main r:p",
        "gnu   | t -20 p q            | t.main r:p",
        "gnu   | t -a7 p q            | t.main r:p",
        "gnu   | t -c p q             | t.main r:p",
        "gnu   | t -calways p q       | t.main r:p",
        "gnu   | t --color p q        | t.main r:p",
        "gnu   | t --color=never p q  | t.main r:p",
        "gnu   | t -Dx=y p q          | t.main r:p",
        "gnu   | t -s , p q           | t.main r:p",
        "gnu   | t --sep , p q        | t.main r:p",
        "gnu   | t --pair a b p q     | t.main r:p",
        "gnu   | t -o f q             | t.main w:f",
        "gnu   | t -of q              | t.main w:f",
        "gnu   | t --out=- p q        | t.main  [p]",
        "gnu   | t if=f p q           | t.main r:f r:p",
        "gnu   | t -- -p q            | t.main r:-p",
        "gnu   | t - q                | t.main ",
        "gnu   | t -g -G d p q        | t.main r:d r:p",
        "gnu   | t --global=d p q     | t.main r:d r:p",
        "gnu   | t --fire --fire p q  | t.main r:p DESTRUCTIVE[it burns]",
        "gnu   | t --once p q         | t.main r:p",
        "gnu   | t --not-once p q     | t.main r:p",
        "gnu   | t                    | t.main !  first is missing",
        "gnu   | t p                  | t.main !  first is missing",
        "gnu   | t -z p q             | t.main ! -z the option -z is not named",
        "gnu   | t -az p q            | t.main ! -az the option -z is not named",
        "gnu   | t -aé p q            | t.main ! -aé the option -é is not named",
        "gnu   | t --fla p q          | t.main ! --fla this option is not named",
        "gnu   | t --flag=true p q    | t.main ! --flag=true takes no value in the same word",
        "gnu   | t -n x p q           | t.main ! -n its value is no whole number",
        "gnu   | t -n 10 p q          | t.main ! -n its value is not between -1 and 9",
        "gnu   | t -n -2 p q          | t.main ! -n its value is not between -1 and 9",
        "gnu   | t p q -n             | t.main ! -n its value is missing",
        "gnu   | t p q --number       | t.main ! --number its value is missing",
        "gnu   | t p q --pair         | t.main ! --pair its value is missing",
        "gnu   | t p q --pair a       | t.main ! --pair its value is missing",
        "gnu   | t --pair=a b p q     | t.main ! --pair=a takes no value in the same word",
        "gnu   | t --sep=, p q        | t.main ! --sep=, takes no value in the same word",
        "gnu   | t -s, p q            | t.main ! -s, takes no value in the same word",
        "gnu   | t -D p q             | t.main ! -D its value is missing",
        "gnu   | t -csometimes p q    | t.main ! -csometimes its value is none of the words it may be",
        "gnu   | t --=x p q           | t.main ! --=x this option is not named",
        "gnu   | t p !x q             | t.main ! !x middle does not have the shape [^!]*",
        "gnu   | t --once --once p q  | t.main ! --once stands here a second time",
        "gnu   | t --once --not-once p q | t.main ! --not-once can't stand beside another option that is given",
        "gnu   | t sub                | t.sub !  y is missing",
        "gnu   | t sub x              | t.sub !  y is missing",
        "gnu   | t sub -- y           | t.sub r:y",
        "gnu   | t sub --all-over -- y -z | t.sub r:y r:-z",
        "gnu   | t -g sub -- y        | t.sub r:y",
        "gnu   | t sub deep -N a -b --c -- d | t.sub.deep ",
        "gnu   | t sub --all-over deep --need | t.sub.deep ",
        "gnu   | t sub deep --all-over --need | t.sub.deep ",
        "gnu   | t sub deep a         | t.sub.deep !  one of --need -N is missing",
        "gnu   | t two                | t.two ",
        "gnu   | t two -y             | t.two.more ",
        "gnu   | t two HEAD:a/b x:    | t.two.more r:HEAD:a/b r:a/b r:x:",
        "gnu   | t two -x -y          | t.two.more ! -x the option -x is not named",
        "gnu   | t only               | t.only !  a further word is missing",
        "gnu   | t only other         | t.only ! other this word is not named",
        "gnu   | t only child -x -- --y | t.only.child ",
        "cobra | t -n=5 p q           | t.main r:p",
        "cobra | t -an=5 p q          | t.main r:p",
        "cobra | t --flag=true p q    | t.main r:p",
        "cobra | t --flag=false p q   | t.main r:p",
        "cobra | t --flag=yes p q     | t.main ! --flag=yes is true or false",
        "words | t -a -b p q          | t.main r:p",
        "words | t -ab p q            | t.main ! -ab this option is not named",
        "words | t -n 5 p q           | t.main r:p",
        "words | t -n=5 p q           | t.main r:p",
        "words | t -n5 p q            | t.main ! -n5 this option is not named",
        "words | t -Dx p q            | t.main r:p",
        "words | t -Pdev -P x p q     | t.main r:p",
        "words | t --profile=x p q    | t.main r:p",
        "words | t --profile x p q    | t.main r:p",
        "words | t -calways p q       | t.main r:p",
        "words | t -c p q             | t.main r:p",
        "words | t -- q               | t.main ! -- this option is not named",
        "words | t -D= p q            | t.main r:p",
        "go    | t --n=5 -a=true p q  | t.main r:p",
        "go    | t --n 5 -a p q       | t.main r:p",
        "go    | t -a=x p q           | t.main ! -a=x is true or false",
        "go    | t -- -p q            | t.main r:-p",
        "tar   | t ao f q             | t.main w:f",
        "tar   | t on f 5 q           | t.main w:f",
        "tar   | t ca p q             | t.main r:p",
        "tar   | t zo f q             | t.main ! zo the letter z is not named",
        "tar   | t o                  | t.main ! o its value is missing",
        "tar   | t D p q              | t.main ! D its value is missing",
        "tar   | t -ao f q            | t.main w:f",
        "tar   | t éa f q             | t.main ! éa the letter é is not named",
      })
  void readsAsTheProgramDoes(String dialect, String line, String expected) {
    Reading reading = pack(dialect).read(Arrays.asList(line.split(" ")));
    assertThat(shown(reading).strip()).isEqualTo(expected.strip());
  }

  @Test
  void effectsAreOfTheCommandItsOptionsAndItsPaths() {
    Candidate pack = pack("gnu");
    assertThat(known(pack, "t -o f --fire q"))
        .containsExactlyInAnyOrder(PackEffect.READ, PackEffect.WRITE, PackEffect.EXECUTE);
    assertThat(known(pack, "t two -y")).containsExactly(PackEffect.WRITE);
    assertThat(known(pack, "t only child")).isEmpty();
  }

  private static Set<PackEffect> known(Candidate pack, String line) {
    return ((Reading.Known) pack.read(Arrays.asList(line.split(" ")))).effects();
  }

  /// Random arrays of words that the library knows, cut, joined and mixed: nothing throws, and what
  /// is known has no long option that its pack doesn't name.
  @Test
  void randomArgumentsNeverThrowNorPassUnnamedOptions() {
    Random random = new Random(7);
    for (var file : Library.files()) {
      Candidate candidate = Library.candidate(file);
      List<String> words =
          new ArrayList<>(
              List.of("--", "-", "", "x", "../y", "5", "--zz", "-zz=1", "é", "=", "@f"));
      Set<String> names = new HashSet<>();
      for (PackCommand command : candidate.pack().commands()) {
        words.addAll(command.words());
        names.addAll(command.words());
        command.syntax().options().forEach(option -> names.addAll(option.names()));
      }
      candidate
          .pack()
          .globals()
          .forEach(group -> group.options().forEach(option -> names.addAll(option.names())));
      words.addAll(names);
      for (int i = 0; i < 400; i++) {
        List<String> argv =
            new ArrayList<>(List.of(candidate.pack().title().binaries().getFirst()));
        for (int n = random.nextInt(6); n >= 0; n--) {
          String word = words.get(random.nextInt(words.size()));
          argv.add(
              random.nextInt(4) == 0 ? word.substring(0, random.nextInt(word.length() + 1)) : word);
        }
        List<String> behind = new ArrayList<>(argv);
        behind.add(1, "--zz-unnamed");
        Reading reading = candidate.read(behind);
        boolean free =
            candidate.pack().commands().stream()
                .anyMatch(c -> c.words().isEmpty() && c.syntax().end() == OptionsEnd.WORDS);
        assertThat(reading instanceof Reading.Known && !free).as("%s", behind).isFalse();
        assertThat(candidate.read(argv)).isNotNull();
      }
    }
  }
}
