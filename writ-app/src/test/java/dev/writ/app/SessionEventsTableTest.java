// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The table of a session's events names exactly those that the code writes.
class SessionEventsTableTest {
  private static final Path ROOT =
      Path.of(System.getProperty("writ.root", "..")).toAbsolutePath().normalize();
  private static final String ENGINE = "writ-engine/src/main/java/dev/writ/engine/";

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    pattern.matcher(text).results().forEach(one -> found.add(one.group(1)));
    return found;
  }

  @Test
  void everyEventIsInTheTableAndNoOther() {
    String page = Desk.read(ROOT.resolve("docs/reference/sessions.md"));
    String table = page.substring(page.indexOf("| type | fields | when |"));
    StringBuilder firsts = new StringBuilder();
    table
        .substring(0, table.indexOf("\n\n"))
        .lines()
        .skip(2)
        .forEach(row -> firsts.append(row, 0, row.indexOf('|', 1)).append('\n'));

    Set<String> written =
        found(
            Pattern.compile("\\bevent\\(\"([a-z_]+)\"\\)"),
            Desk.read(ROOT.resolve(ENGINE + "conversation/SessionEvents.java")));
    written.addAll(
        found(
            Pattern.compile("new Chosen\\(\"([a-z_]+)\""),
            Desk.read(ROOT.resolve(ENGINE + "context/ConversationCompactor.java"))));

    assertThat(written).hasSizeGreaterThan(20);
    assertThat(found(Pattern.compile("`([a-z_]+)`"), firsts.toString())).isEqualTo(written);
  }
}
