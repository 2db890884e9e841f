// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.config.ConfigKey;
import dev.writ.app.config.ConfigKeyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every key that the reference lists as in use makes a difference to a real run.
class EveryKeyEffectTest {
  /// What only the packaged program does, because it starts a module of its own, or a terminal
  /// shows: `RepositoryMapProgramTest` and `ChatViewTest` run it.
  private static final List<String> PACKAGED =
      List.of(
          "context.repo_map_tokens",
          "ui.color",
          "ui.show_token_usage",
          "ui.status_command",
          "ui.status_line",
          "ui.stream_responses");

  /// A key and what it does.
  ///
  /// @param one a value of it, as JSON with backquotes
  /// @param other another one; empty where the key is left out
  /// @param mark what is seen with the one and not with the other
  record Row(String key, String one, String other, String mark, KeyScene scene) {
    @Override
    public String toString() {
      return key;
    }
  }

  static List<Row> rows() {
    return Stream.of(ModelKeyRows.rows(), WorkKeyRows.rows(), RecordKeyRows.rows())
        .flatMap(List::stream)
        .toList();
  }

  private static String seen(Row row, String value) {
    try (Desk desk = new Desk()) {
      if (!value.isEmpty()) {
        String json = "{`" + row.key() + "`:" + value + "}";
        desk.home.write(".writ.json", json.replace('`', '"'));
      }
      return row.scene().play(desk);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void itsValueMakesADifference(Row row) {
    assertThat(seen(row, row.one())).as("with " + row.one()).contains(row.mark());
    assertThat(seen(row, row.other())).as("with " + row.other()).doesNotContain(row.mark());
  }

  @Test
  void everyKeyInUseHasARow() {
    List<String> inUse =
        ConfigKeyTable.all().stream().filter(ConfigKeyTable::inUse).map(ConfigKey::name).toList();

    assertThat(inUse).hasSizeGreaterThan(70);
    List<String> shown = new ArrayList<>(PACKAGED);
    rows().forEach(row -> shown.add(row.key()));
    assertThat(shown).containsExactlyInAnyOrderElementsOf(inUse);
  }
}
