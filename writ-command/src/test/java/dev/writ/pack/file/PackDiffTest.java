// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.pack.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.pack.schema.Pack;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackDiffTest {
  private static final String HEAD =
      """
      tool: t
      version: 1.0.0
      binary: [t]
      summary: s
      """;

  private static Pack pack(String text) {
    try {
      return PackFile.read("t.yaml", HEAD + text);
    } catch (PackException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  private static Pack command(String fields) {
    return pack("commands: [{id: t, effect: [read], " + fields + "}]\n");
  }

  private static Pack option(String fields) {
    return command("options: [{names: --x, " + fields + "}]");
  }

  private static List<PackDiff.PackDifference> between(Pack before, Pack after) {
    return PackDiff.between(Optional.of(before), after);
  }

  private static void is(PackDiff.Way way, String what, Pack before, Pack after) {
    assertThat(between(before, after))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.way()).isEqualTo(way);
              assertThat(difference.what()).contains(what);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: string|type: integer|NARROWED",
        "type: integer|type: string|WIDENED",
        "type: string|'type: string, pattern: a+'|NARROWED",
        "'type: string, pattern: a+'|type: string|WIDENED",
        "'type: string, pattern: a+'|'type: string, pattern: b+'|WIDENED",
        "'type: integer, min: 0, max: 9'|'type: integer, min: 1, max: 9'|NARROWED",
        "'type: integer, min: 0, max: 9'|'type: integer, min: 0, max: 10'|WIDENED",
        "type: path|'type: path, access: write'|NARROWED",
        "'type: path, access: write'|type: path|WIDENED",
        "type: string|type: path|WIDENED",
        "type: string|'type: string, value: separate'|WIDENED",
        "type: string|'type: string, required: true'|NARROWED",
        "'type: string, required: true'|type: string|WIDENED",
        "type: string|'type: string, risk: destructive'|NARROWED",
        "'type: string, effect: [network]'|type: string|WIDENED",
        "type: string|'type: string, effect: [network]'|NARROWED",
        "'type: integer, min: 0, max: 9'|'type: integer, min: 0, max: 8'|NARROWED",
        "'type: integer, min: 1, max: 9'|'type: integer, min: 0, max: 9'|WIDENED",
        "'type: enum, values: [a, b]'|'type: enum, values: [a]'|NARROWED",
        "'type: enum, values: [a]'|'type: enum, values: [a, b]'|WIDENED",
        "'type: enum, values: [a]'|type: integer|WIDENED",
        "type: integer|'type: enum, values: [a]'|WIDENED",
        "type: string|'type: enum, values: [a]'|NARROWED",
        "'type: path, access: write'|'type: path, access: write, pattern: a+'|NARROWED",
        "'type: path, pattern: a+'|type: path|WIDENED",
        "'type: path, pattern: a+'|'type: path, pattern: b+'|WIDENED",
        "'type: path, pattern: a+'|'type: path, pattern: a+, access: write'|NARROWED",
        "type: path|type: string|WIDENED",
        "type: url|'type: url, pattern: a+'|NARROWED",
        "'type: url, pattern: a+'|type: url|WIDENED",
        "type: url|type: revision|WIDENED",
        "type: revision|type: sed-script|WIDENED",
        "type: sed-script|type: awk-program|WIDENED",
        "type: string|'type: string, repeatable: false'|NARROWED",
        "'type: string, repeatable: false'|type: string|WIDENED",
        "type: string|'type: string, conflicts: [--y]'|NARROWED",
        "'type: string, conflicts: [--y]'|type: string|WIDENED"
      })
  void anOptionThatTakesMoreIsAWidening(String before, String after, PackDiff.Way way) {
    is(way, "--x", option(before), option(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "count: any|count: one|NARROWED",
        "count: one|count: some|WIDENED",
        "count: some|count: one|NARROWED",
        "count: one|count: optional|WIDENED",
        "count: optional|count: one|NARROWED",
        "count: one|'count: one, unless: --a'|WIDENED",
        "'count: one, unless: --a'|count: one|WIDENED",
        "count: any|'count: one, unless: --a'|WIDENED",
        "count: any|'count: one, type: url'|WIDENED",
        "count: any|'count: one, type: integer'|NARROWED",
        "count: any|'count: any, type: integer'|NARROWED"
      })
  void ofTheDifferencesOfAnOperandTheWiderCounts(String before, String after, PackDiff.Way way) {
    String operand = "flags: --a, positionals: [{name: n, %s}]";
    is(way, "operands", command(operand.formatted(before)), command(operand.formatted(after)));
  }

  @Test
  void optionsCommandsAndProgramsAreAddedAndRemoved() {
    Pack few = command("flags: -a");
    Pack many = command("flags: -a -b --c");
    is(PackDiff.Way.ADDED, "options -b --c", few, many);
    is(PackDiff.Way.REMOVED, "options -b --c", many, few);
    Pack two =
        pack("commands: [{id: t, effect: [read], flags: -a}, {id: t.x, words: x, effect: []}]\n");
    is(PackDiff.Way.ADDED, "the command", few, two);
    is(PackDiff.Way.REMOVED, "the command", two, few);
  }

  @Test
  void effectsOperandsAndWhatSurroundsAreCompared() {
    Pack before = command("positionals: [{name: n, type: string, count: one}]");
    is(
        PackDiff.Way.WIDENED,
        "operands",
        before,
        command("positionals: [{name: n, type: string, count: any}]"));
    is(PackDiff.Way.NARROWED, "operands", before, command("flags: []"));
    is(PackDiff.Way.WIDENED, "operands", command("flags: []"), before);
    is(
        PackDiff.Way.WIDENED,
        "safe, not read, destructive",
        pack("commands: [{id: t, effect: [read], risk: destructive}]\n"),
        pack("commands: [{id: t, effect: [read]}]\n"));
    is(
        PackDiff.Way.ADDED,
        "cache ~/.t",
        command("flags: -a"),
        pack("caches: [~/.t]\ncommands: [{id: t, effect: [read], flags: -a}]\n"));
    is(
        PackDiff.Way.ADDED,
        "options -g",
        command("flags: -a"),
        pack("globals: [{flags: -g}]\ncommands: [{id: t, effect: [read], flags: -a}]\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dialect: gnu|dialect: cobra|its words are read as COBRA, not as GNU|WIDENED",
        "caches: [a]|caches: []|cache a|REMOVED",
        "outputs: [b]|outputs: [b, a]|output a|ADDED",
        "takes: [b]|takes: [b, a]|grants are bound to its file a|NARROWED",
        "takes: [b, a]|takes: [b]|grants are not bound to its file a|WIDENED",
        "globals: [{flags: -g}]|globals: []|options -g|REMOVED",
        "'globals: [{after: x, flags: -g}]'|'globals: [{after: y, flags: -g}]'|options -g|both"
      })
  void whatIsAroundTheCommandsIsCompared(String before, String after, String what, String way) {
    String commands = "\ncommands: [{id: t, effect: [read]}]\n";
    if (way.equals("both")) {
      assertThat(between(pack(before + commands), pack(after + commands)))
          .extracting(PackDiff.PackDifference::where)
          .containsExactly("t y", "t x");
    } else {
      is(PackDiff.Way.valueOf(way), what, pack(before + commands), pack(after + commands));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none, a, its programs have one of the SHA-256 [aaaa, NARROWED",
        "a, none, its programs may have any content, WIDENED",
        "a, a b, program with SHA-256 bbbb, ADDED",
        "a b, b, program with SHA-256 aaaa, REMOVED"
      })
  void fewerContentsOfProgramsAreNarrower(
      String before, String after, String what, PackDiff.Way way) {
    is(way, what, digests(before), digests(after));
  }

  private static Pack digests(@Nullable String letters) {
    String all =
        letters == null
            ? ""
            : Arrays.stream(letters.split(" "))
                .map(letter -> letter.repeat(64))
                .collect(Collectors.joining(" ", "sha256: ", "\n"));
    return pack(all + "commands: [{id: t, effect: [read]}]\n");
  }

  @Test
  void wordsOrderAndEndOfOptionsAreCompared() {
    String commands =
        "commands: [{id: t.a, words: %s, effect: []}, {id: t.b, words: x, effect: []}]";
    is(
        PackDiff.Way.WIDENED,
        "its words are 'z', not 'y'",
        pack(commands.formatted("y")),
        pack(commands.formatted("z")));
    is(
        PackDiff.Way.WIDENED,
        "the order of its commands",
        pack("commands: [{id: t.a, words: x, effect: []}, {id: t.b, words: x, effect: []}]"),
        pack("commands: [{id: t.b, words: x, effect: []}, {id: t.a, words: x, effect: []}]"));
    is(
        PackDiff.Way.WIDENED,
        "its options end OPERAND, not WORDS",
        command("options_end: words"),
        command("options_end: operand"));
  }

  @Test
  void onlyWhatIsNewOrWiderWidens() {
    assertThat(PackDiff.Way.values())
        .filteredOn(PackDiff.Way::widens)
        .containsExactly(PackDiff.Way.ADDED, PackDiff.Way.WIDENED);
  }

  @Test
  void everyShippedPackEqualsItselfAndIsNewWhereNothingWas() {
    for (Path file : Library.files()) {
      Pack pack = Library.candidate(file).pack();
      assertThat(between(pack, Library.candidate(file).pack())).as(pack.tool()).isEmpty();
      assertThat(PackDiff.between(Optional.empty(), pack))
          .hasSize(pack.commands().size() + 1)
          .allMatch(difference -> difference.way().widens());
    }
  }
}
