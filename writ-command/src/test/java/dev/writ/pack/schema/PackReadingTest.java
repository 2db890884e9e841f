// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.pack.file.Library;
import dev.writ.pack.file.PackCandidate;
import dev.writ.pack.file.PackException;
import dev.writ.pack.reading.ReadingFindings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/// How argument arrays are read, dialect by dialect, with packs made for it.
class PackReadingTest {
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
          flags: '-a  -b --flag -é'
          options:
            - {names: -n --number, type: integer, min: -1, max: 9}
            - {names: -o --out, type: path, access: write}
            - {names: -c --color, type: enum, values: always never, value: optional}
            - {names: -D, type: string, value: attached}
            - {names: -P --profile, type: string, value: joined}
            - {names: -s --sep, type: string, value: separate}
            - {names: --pair, type: string, value: pair}
            - {names: -O --once, repeatable: false}
            - {names: --not-once, conflicts: --once}
            - {names: --fire, effect: [execute], risk: destructive, why: it burns}
            - {names: --flame, effect: [execute], risk: destructive, why: it burns}
            - {names: --script, type: sed-script}
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

  private static PackCandidate pack(String dialect) {
    try {
      return PackCandidate.read("t.yaml", "tool: t\nbinary: t\ndialect: " + dialect + "\n" + BODY);
    } catch (PackException e) {
      throw new AssertionError(e);
    }
  }

  private static String shown(PackReading reading) {
    return switch (reading) {
      case PackReading.Known known ->
          known.commandId()
              + " "
              + known.paths().stream()
                  .map(use -> (use.access() == PathAccess.READ ? "r:" : "w:") + use.path())
                  .collect(Collectors.joining(" "))
              + (known.addresses().isEmpty() ? "" : " " + known.addresses())
              + (known.reasons().isEmpty() ? "" : " " + known.risk() + known.reasons());
      case PackReading.Unnamed unnamed ->
          unnamed.name() + " ! " + unnamed.word() + " " + unnamed.why();
      case PackReading.NoPack _, PackReading.WithdrawnPack _, PackReading.RefusedReading _ ->
          throw new AssertionError(reading);
    };
  }

  @ParameterizedTest
  @CsvFileSource(resources = "readings.txt", delimiter = '|', quoteCharacter = '`')
  void readsAsTheProgramDoes(String dialect, String line, String expected) {
    PackReading reading = pack(dialect).read(Arrays.asList(line.split(" ")));
    assertThat(shown(reading).strip()).isEqualTo(expected.strip());
  }

  @Test
  void effectsAreOfTheCommandItsOptionsAndItsPaths() {
    PackCandidate pack = pack("gnu");
    assertThat(known(pack, "t -o f --fire q"))
        .containsExactlyInAnyOrder(PackEffect.READ, PackEffect.WRITE, PackEffect.EXECUTE);
    assertThat(known(pack, "t two -y")).containsExactly(PackEffect.WRITE);
    assertThat(known(pack, "t only child")).isEmpty();
  }

  @Test
  void aWordThatIsTooLongForAPatternIsUnnamed() {
    String longest = "x".repeat(ValueRule.MAX_SHAPED_CHARS);
    assertThat(pack("gnu").read(List.of("t", "p", longest, "q")))
        .isInstanceOf(PackReading.Known.class);
    assertThat(pack("gnu").read(List.of("t", "p", longest + "x", "q")))
        .isInstanceOf(PackReading.Unnamed.class);
    assertThat(pack("gnu").read(List.of("t", "p", "q", longest + "x")))
        .isInstanceOf(PackReading.Known.class);
  }

  private static Set<PackEffect> known(PackCandidate pack, String line) {
    return ((PackReading.Known) pack.read(Arrays.asList(line.split(" ")))).effects();
  }

  /// Random arrays of words that the library knows, cut, joined and mixed: nothing throws, and what
  /// is known has no long option that its pack doesn't name.
  @Test
  void randomArgumentsNeverThrowNorPassUnnamedOptions() {
    Random random = new Random(7);
    for (var file : Library.files()) {
      PackCandidate candidate = Library.candidate(file);
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
        PackReading reading = candidate.read(behind);
        boolean free =
            candidate.pack().commands().stream()
                .anyMatch(c -> c.words().isEmpty() && c.syntax().end() == OptionsEnd.WORDS);
        assertThat(reading instanceof PackReading.Known && !free).as("%s", behind).isFalse();
        assertThat(candidate.read(argv)).isNotNull();
      }
    }
  }

  private static PackReading.Known known(
      String id, RiskLevel risk, PackEffect effect, String... addresses) {
    return new PackReading.Known(
        id, Set.of(effect), risk, List.of(), List.of(addresses), List.of());
  }

  @Test
  void aReadingNamesItsCommandAsItIsTyped() {
    assertThat(known("git.commit", RiskLevel.SAFE, PackEffect.WRITE).words())
        .isEqualTo("git commit");
    assertThat(known("git.stash.drop", RiskLevel.SAFE, PackEffect.WRITE).words())
        .isEqualTo("git stash");
    assertThat(new PackReading.Unnamed("make", "--odd", "unknown", false, false).words())
        .isEqualTo("make");
  }

  @Test
  void aBuildRunsCodeSafelyAndNamesNoAddress() {
    assertThat(known("t.build", RiskLevel.SAFE, PackEffect.EXECUTE).builds()).isTrue();
    assertThat(known("t.build", RiskLevel.CONTAINED, PackEffect.EXECUTE).builds()).isFalse();
    assertThat(known("t.fetch", RiskLevel.SAFE, PackEffect.NETWORK).builds()).isFalse();
    assertThat(known("t.get", RiskLevel.SAFE, PackEffect.EXECUTE, "x.org").builds()).isFalse();
  }

  /// A flag has no value that could be right, or mean something.
  @Test
  void noWordIsTheValueOfAFlag() {
    assertThat(new ValueRule.NoValue().fault("x")).contains("takes no value");
    ReadingFindings findings = new ReadingFindings();
    findings.note(new ValueRule.NoValue(), "x");
    findings.add(new CommandConsequence(Set.of(PackEffect.READ), RiskLevel.SAFE, ""));
    assertThat(findings.known("t").paths()).isEmpty();
  }
}
