// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The reference has a row and a section for each error code, and each code has a test that
/// provokes it.
class ErrorCodesTest {
  private static final Path REFERENCE = Project.ROOT.resolve("docs/reference/errors.md");
  private static final Path CODES =
      Project.ROOT.resolve("writ-base/src/main/java/dev/writ/base/value/ErrorCode.java");
  private static final Path TALLY =
      Project.ROOT.resolve("writ-app/src/main/java/dev/writ/app/front/RunSummary.java");
  private static final Path EXITS =
      Project.ROOT.resolve("writ-app/src/main/java/dev/writ/app/process/ExitCode.java");
  private static final Pattern SHOWN =
      Pattern.compile("(?s)(<!-- codes:begin -->\n).*(<!-- codes:end -->\n)");
  private static final Pattern DECLARED =
      Pattern.compile("((?: {2}/// [^\n]*\n)+) {2}([A-Z_]+)\\(");
  private static final Pattern CASE =
      Pattern.compile("case ([A-Z_,\\s]+) ->\\s+ExitCode\\.(\\w+);");
  private static final Pattern BLOCK = Pattern.compile("textBlock = ([A-Z]+)");
  private static final Pattern EXIT = Pattern.compile("([A-Z]+)\\((\\d+)\\)");

  @Test
  void theReferenceShowsTheTable() throws IOException {
    String text = Project.read(REFERENCE);
    assertThat(SHOWN.matcher(text).find()).as("markers in " + REFERENCE).isTrue();
    String generated =
        SHOWN.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(markdown()) + "$2");
    if (Project.updatesGolden()) {
      Files.writeString(REFERENCE, generated);
      return;
    }
    assertThat(text).as("./dev golden rewrites it").isEqualTo(generated);
  }

  @Test
  void eachCodeHasASection() {
    List<String> sections =
        Project.read(REFERENCE)
            .lines()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.substring(4))
            .toList();
    assertThat(sections)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
  }

  @Test
  void eachCodeHasATestThatProvokesIt() {
    Map<String, String> provoked = new LinkedHashMap<>();
    Project.data("provoked.txt")
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              provoked.put(line.substring(0, blank), line.substring(blank + 1));
            });
    assertThat(provoked.keySet())
        .containsExactlyElementsOf(Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
    provoked.forEach(
        (code, test) -> {
          String[] parts = test.split("#", -1);
          assertThat(Project.declaring(parts[0]))
              .as("%s: %s", code, test)
              .anyMatch(source -> mentions(source, parts[1], code));
        });
  }

  /// Whether a method, with its annotations and the cases that they name, names a code.
  private static boolean mentions(String source, String method, String code) {
    int name = source.indexOf(" void " + method + "(");
    if (name < 0) {
      return false;
    }
    int begin = Math.max(0, source.lastIndexOf("\n\n", name));
    int end = source.indexOf("\n  }\n", name);
    String body = source.substring(begin, end < 0 ? source.length() : end);
    Matcher block = BLOCK.matcher(body);
    if (block.find()) {
      int constant = source.indexOf("String " + block.group(1) + " =");
      body += source.substring(constant, source.indexOf("\"\"\";", constant));
    }
    return Pattern.compile("\\b" + code + "\\b").matcher(body).find();
  }

  private static String markdown() {
    Map<String, String> exits = exits();
    Map<String, String> comments =
        DECLARED
            .matcher(Project.read(CODES))
            .results()
            .collect(Collectors.toMap((MatchResult m) -> m.group(2), m -> comment(m.group(1))));
    StringBuilder table =
        new StringBuilder("| code | arises | means | recoverable | exit | remedy |\n");
    table.append("|---|---|---|---|---|---|\n");
    for (ErrorCode code : ErrorCode.values()) {
      String comment = comments.getOrDefault(code.name(), "");
      int colon = comment.indexOf(": ");
      assertThat(colon).as("%s says where it arises", code).isPositive();
      String arises = comment.substring(0, colon);
      boolean ends = arises.toLowerCase(Locale.ROOT).contains("turn");
      String exit = ends ? exits.getOrDefault(code.name(), "1") : "–";
      table.append(
          "| [%s](#%s) | %s | %s | %s | %s | %s |\n"
              .formatted(
                  code,
                  code.name().toLowerCase(Locale.ROOT),
                  arises,
                  comment.substring(colon + 2),
                  code.recoverable() ? "yes" : "no",
                  exit,
                  code.remedy()));
    }
    return table.toString();
  }

  private static String comment(String lines) {
    return lines.lines().map(line -> line.strip().substring(4)).collect(Collectors.joining(" "));
  }

  /// With which status a run ends that a code ends.
  private static Map<String, String> exits() {
    Map<String, String> numbers =
        EXIT.matcher(Project.read(EXITS))
            .results()
            .collect(Collectors.toMap((MatchResult m) -> m.group(1), m -> m.group(2)));
    Map<String, String> exits = new LinkedHashMap<>();
    CASE.matcher(Project.read(TALLY))
        .results()
        .forEach(
            found -> {
              for (String code : found.group(1).split(",", -1)) {
                exits.put(code.strip(), numbers.getOrDefault(found.group(2), "?"));
              }
            });
    return exits;
  }
}
