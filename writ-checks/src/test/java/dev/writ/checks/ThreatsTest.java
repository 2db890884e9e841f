// Implements: docs/spec/01-product.md §1.3 (Trust)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each threat of docs/threats.md names the classes that stop it and the tests that show it.
class ThreatsTest {
  private static final Path FILE = Project.ROOT.resolve("docs/threats.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /// @param gates class names
  /// @param tests `Class#method`
  record Threat(String id, List<String> gates, List<String> tests) {}

  @Test
  void everyThreatHasGateAndTest() {
    if (Files.exists(FILE)) {
      List<Threat> threats = parse(Project.read(FILE));
      assertThat(threats).hasSizeGreaterThanOrEqualTo(10);
      assertThat(faults(threats, Project.typeNames()::contains, ThreatsTest::isTest)).isEmpty();
    }
  }

  @Test
  void findsWhatIsMissing() {
    List<Threat> threats =
        parse(
            """
            Text before.

            | id | threat | gate | test |
            |---|---|---|---|
            | T-1 | joined commands | `Language` | `LanguageTest#refusesMetacharacters` |
            | T-2 | no test | `Language` | |
            | T-2 | gone | `Nowhere` | `LanguageTest#gone` |
            """);

    assertThat(faults(threats, "Language"::equals, "LanguageTest#refusesMetacharacters"::equals))
        .containsExactly(
            "T-2: names no test",
            "T-2: the id is used twice",
            "T-2: there is no class Nowhere",
            "T-2: there is no test LanguageTest#gone");
  }

  private static List<Threat> parse(String markdown) {
    return markdown
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| id "))
        .map(line -> line.split("\\|", -1))
        .map(cells -> new Threat(cells[1].strip(), code(cells, 3), code(cells, 4)))
        .toList();
  }

  private static List<String> code(String[] cells, int column) {
    String cell = column < cells.length ? cells[column] : "";
    return CODE.matcher(cell).results().map((MatchResult match) -> match.group(1)).toList();
  }

  private static List<String> faults(
      List<Threat> threats, Predicate<String> isClass, Predicate<String> isTest) {
    List<String> faults = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Threat threat : threats) {
      Stream.Builder<String> found = Stream.builder();
      if (threat.gates().isEmpty()) {
        found.add("names no gate");
      }
      if (threat.tests().isEmpty()) {
        found.add("names no test");
      }
      if (!ids.add(threat.id())) {
        found.add("the id is used twice");
      }
      threat.gates().stream()
          .filter(isClass.negate())
          .forEach(name -> found.add("there is no class " + name));
      threat.tests().stream()
          .filter(isTest.negate())
          .forEach(name -> found.add("there is no test " + name));
      found.build().forEach(fault -> faults.add(threat.id() + ": " + fault));
    }
    return faults;
  }

  private static boolean isTest(String reference) {
    String[] parts = reference.split("#", -1);
    return parts.length == 2
        && parts[0].endsWith("Test")
        && Project.declaring(parts[0]).stream()
            .anyMatch(text -> text.contains(" " + parts[1] + "("));
  }
}
