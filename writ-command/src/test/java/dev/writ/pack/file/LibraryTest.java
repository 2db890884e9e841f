// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackExample;
import dev.writ.pack.schema.PackReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The packs inside the program.
class LibraryTest {
  /// Fewer than this means that the test looks in the wrong place.
  private static final int LEAST_CASES = 1400;

  @Test
  void readsEveryCaseAsWritten() throws IOException {
    PackRegistry packs = Library.packs();
    List<String> lines =
        new String(
                LibraryTest.class.getResourceAsStream("cases.txt").readAllBytes(),
                StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toList();
    List<String> wrong = new ArrayList<>();
    for (String line : lines) {
      String command = line.split(" ~ ", -1)[1];
      String read = shown(command, packs.read(Arrays.asList(command.split(" "))));
      if (!read.equals(line)) {
        wrong.add(line + "\n  is read as\n" + read);
      }
    }
    assertThat(lines).hasSizeGreaterThan(LEAST_CASES).doesNotHaveDuplicates();
    assertThat(wrong).isEmpty();
  }

  private static String shown(String command, PackReading reading) {
    String text =
        switch (reading) {
          case PackReading.Known known ->
              known.risk().name().toLowerCase(Locale.ROOT)
                  + " ~ "
                  + command
                  + " ~ "
                  + known.commandId()
                  + " ~ "
                  + new TreeSet<>(known.effects())
                      .stream()
                          .map(effect -> effect.name().substring(0, 1).toLowerCase(Locale.ROOT))
                          .collect(Collectors.joining())
                  + " ~ "
                  + known.paths().stream()
                      .map(
                          use ->
                              use.access().name().substring(0, 1).toLowerCase(Locale.ROOT)
                                  + ":"
                                  + use.path())
                      .collect(Collectors.joining(" "));
          case PackReading.Unnamed unnamed ->
              "unnamed ~ " + command + " ~ " + unnamed.name() + " ~ " + unnamed.word();
          case PackReading.NoPack _ -> "nopack ~ " + command;
          case PackReading.WithdrawnPack _ -> "withdrawn ~ " + command;
          case PackReading.RefusedReading refused -> "refused ~ " + command + " ~ " + refused.why();
        };
    return text.stripTrailing();
  }

  @Test
  void everyPackHoldsItsExamples() {
    Set<String> binaries = new HashSet<>();
    for (Path file : Library.files()) {
      PackCandidate candidate = Library.candidate(file);
      Pack pack = candidate.pack();
      assertThat(file).hasFileName(pack.tool() + ".yaml");
      assertThat(candidate.faults()).isEmpty();
      assertThat(pack.examples())
          .as(pack.tool())
          .anyMatch(PackExample.MatchingExample.class::isInstance);
      assertThat(pack.title().binaries()).allMatch(binaries::add);
    }
    assertThat(binaries).hasSizeGreaterThan(150);
  }

  /// A name that is written wrongly in a condition would never hold.
  @Test
  void conditionsNameOptionsThatExist() {
    for (Path file : Library.files()) {
      for (PackCommand command : Library.candidate(file).pack().commands()) {
        PackCommand.Syntax syntax = command.syntax();
        Set<String> names =
            syntax.options().stream()
                .flatMap(option -> option.names().stream())
                .collect(Collectors.toSet());
        assertThat(syntax.options())
            .allSatisfy(option -> assertThat(names).containsAll(option.usage().conflicts()));
        assertThat(syntax.positionals())
            .as(command.id())
            .allSatisfy(positional -> assertThat(names).containsAll(positional.unless()));
      }
    }
  }

  @Test
  void theIndexIsInStep() throws IOException {
    String index =
        Library.files().stream()
            .map(Library::candidate)
            .map(candidate -> ShippedIndex.line(candidate.hash(), candidate.pack()) + "\n")
            .collect(Collectors.joining());
    Path file = Library.ROOT.resolve(ShippedIndex.FILE);
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(file, index);
    }
    assertThat(file).as("./dev golden rewrites it").hasContent(index);
  }

  @Test
  void thePublishedSchemaSaysTheSame() throws IOException, JsonException {
    Json.Obj schema =
        JsonReader.readObject(Files.readString(Library.ROOT.resolve("pack.schema.json")));
    SchemaCheck check = new SchemaCheck(schema);
    assertThat(check.keys("")).isEqualTo(PackFile.PACK);
    assertThat(check.keys("group")).isEqualTo(PackFile.GROUP);
    assertThat(check.keys("globals")).isEqualTo(PackFile.GLOBALS);
    assertThat(check.keys("command")).isEqualTo(PackFile.COMMAND);
    assertThat(check.keys("option")).isEqualTo(OptionFields.OPTION);
    assertThat(check.keys("positional")).isEqualTo(OptionFields.POSITIONAL);
    assertThat(check.keys("examples")).isEqualTo(PackFile.EXAMPLES);
    assertThat(check.keys("match")).isEqualTo(PackFile.MATCH);
    assertThat(check.keys("not_match")).isEqualTo(PackFile.NOT_MATCH);
    for (Path file : Library.files()) {
      assertThat(check.faults(ConfigDocument.yaml(Files.readString(file)).root()))
          .as("%s", file)
          .isEmpty();
    }
    assertThat(check.faults(ConfigDocument.yaml("tool: x\nversion: 1\n").root())).isNotEmpty();
  }
}
