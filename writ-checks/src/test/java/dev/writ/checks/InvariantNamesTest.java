// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Each invariant has a test named after it; only what ARCHITECTURE.md says doesn't exist yet has
/// none.
class InvariantNamesTest {
  private static final Pattern INVARIANT = Pattern.compile("(?m)^\\| INV-(\\d+) \\|");
  private static final Pattern TEST = Pattern.compile("void inv(\\d+)[A-Z]");
  private static final Pattern MISSING = Pattern.compile("(?m)^\\| (INV-[^|]*) \\|.*\\| – \\|$");
  private static final Pattern NUMBER = Pattern.compile("INV-(\\d+)");

  @Test
  void eachInvariantHasATestNamedAfterIt() {
    Set<String> expected =
        all(INVARIANT, Project.read(Project.ROOT.resolve("docs/spec/01-product.md")));
    String architecture = Project.read(Project.ROOT.resolve("ARCHITECTURE.md"));
    MISSING
        .matcher(architecture)
        .results()
        .forEach(row -> expected.removeAll(all(NUMBER, row.group(1))));
    Set<String> named = new TreeSet<>();
    Project.sources().stream()
        .filter(file -> file.toString().contains("/src/test/"))
        .forEach(file -> named.addAll(all(TEST, Project.read(file))));
    assertThat(expected).hasSizeGreaterThan(10).isSubsetOf(named);
  }

  private static Set<String> all(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult r) -> r.group(1)).forEach(found::add);
    return found;
  }
}
