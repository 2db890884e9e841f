// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A key of the configuration that nothing reads is shown as such: a limit that is set and does
/// nothing is worse than none.
class KeysTest {
  private static final Path KEYS =
      Project.ROOT.resolve("writ-app/src/main/java/dev/writ/app/config/ConfigKeyTable.java");
  private static final Pattern DECLARED = Pattern.compile("key\\(\\s*\"([^\"]+)\"");
  /// Packages that name keys without obeying them: their rules, and other agents' files.
  private static final List<String> OTHERS = List.of("/app/config/", "/app/transfer/");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_.]+)` \\|");
  private static final Pattern WORD = Pattern.compile("\"([a-z_A-Z.]+)\"");

  @Test
  void whatIsInUseIsWhatSomethingReads() {
    String text = Project.read(KEYS);
    int begin = text.indexOf("IN_USE =");
    Set<String> listed = all(WORD, text.substring(begin, text.indexOf(';', begin)));
    List<String> sources =
        Project.mainSources().stream()
            .filter(file -> OTHERS.stream().noneMatch(file.toString()::contains))
            .map(Project::read)
            .toList();
    Set<String> read = all(DECLARED, text);
    read.removeIf(key -> sources.stream().noneMatch(source -> source.contains('"' + key + '"')));
    assertThat(listed).hasSizeGreaterThan(20).isEqualTo(read);
  }

  @Test
  void theReferenceHasARowForEachKeyInUse() {
    String text = Project.read(KEYS);
    int begin = text.indexOf("IN_USE =");
    Set<String> listed = all(WORD, text.substring(begin, text.indexOf(';', begin)));
    String reference = Project.read(Project.ROOT.resolve("docs/reference/configuration.md"));
    Set<String> rows = all(ROW, reference);
    rows.removeIf(row -> !row.contains(".") && !listed.contains(row)); // of other tables
    assertThat(rows).isEqualTo(listed);
  }

  private static Set<String> all(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult r) -> r.group(1)).forEach(found::add);
    return found;
  }
}
