// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The ledger comes with the repository: an undo means what this person's sessions did here, and
/// whoever appends a line to it decides neither what is taken back nor what stays.
class OwnRecordsUndoTest {
  private static final String COLLEAGUE = "20250101-000000-abcd";

  @TempDir Path directory;
  private Path ledger;

  @BeforeEach
  void place() {
    ledger = directory.resolve("root").resolve(Ledger.PATH);
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(ledger);
  }

  private static String withHash(String line) {
    String signed = line.substring(0, line.lastIndexOf(",\"hash\":\""));
    return signed + ",\"hash\":\"" + ContentHash.of(signed) + "\"}}";
  }

  /// The same record of another writer, under another id, of another file with the same content.
  private static String foreign(String line, String file, String writer) {
    return withHash(
        line.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"" + UUID.randomUUID() + '"')
            .replace("\"mine.txt\"", '"' + file + '"')
            .replaceFirst(
                "\"writer\":\"[^\"]*\",\"seq\":[0-9]+,\"prev\":(null|\"[^\"]*\")",
                "\"writer\":\"" + writer + "\",\"seq\":1,\"prev\":null"));
  }

  /// A file of the model's, and a person's with the same content.
  private static void mine(Door door) {
    assertThat(door.code("write_file", "path", "mine.txt", "content", "one\n")).isEqualTo("ok");
    door.file("theirs.txt", "one\n");
  }

  private void add(int at, String line) throws IOException {
    List<String> lines = new ArrayList<>(lines());
    lines.add(at, line);
    Files.write(ledger, lines);
  }

  private static void undoesMine(Door door, Selection selection) throws IOException {
    assertThat(door.governor.undo().undo(selection, Scripts.PERSON, false))
        .hasSize(1)
        .hasOnlyElementsOfType(Undone.Restored.class);
    assertThat(door.root.resolve("mine.txt")).doesNotExist();
    assertThat(door.read("theirs.txt")).isEqualTo("one\n");
  }

  private static List<Selection> selections() {
    return List.of(
        new Selection.LastTurn(),
        new Selection.LastTurnOf("S-1"),
        new Selection.BySession(""),
        new Selection.BySession("S-1"),
        new Selection.FromTurn("S-1", 1),
        new Selection.OfTurn("S-1", 1),
        new Selection.ByIntent("INT-S-2025-1"));
  }

  /// Also one that says it is of the person's own session.
  @ParameterizedTest
  @ValueSource(strings = {COLLEAGUE, "S-1"})
  void aColleaguesChangesAreNotTakenBack(String writer) throws IOException {
    for (Selection selection : selections()) {
      try (Door door = Door.in(directory)) {
        mine(door);
        add(lines().size(), foreign(lines().getLast(), "theirs.txt", writer));

        undoesMine(door, selection);

        String id = lines().get(lines().size() - 2).replaceFirst(".*?\"id\":\"([^\"]*)\".*", "$1");
        assertThat(door.governor.undo().undo(new Selection.ById(id), Scripts.PERSON, false))
            .as("named itself")
            .hasOnlyElementsOfType(Undone.Restored.class);
        assertThat(door.root.resolve("theirs.txt")).doesNotExist();
      }
    }
  }

  @Test
  void aForeignUndoHidesNoOwnRecord() throws IOException {
    for (Selection selection : selections()) {
      try (Door door = Door.in(directory)) {
        mine(door);
        String own = lines().getLast();
        String id = own.replaceFirst(".*?\"id\":\"([^\"]*)\".*", "$1");
        String undoes = "\"related\":[{\"type\":\"undoes\",\"value\":\"" + id + "\"},";
        String forged = own.replace("\"related\":[", undoes);
        assertThat(forged).isNotEqualTo(own);
        add(lines().size(), foreign(forged, "theirs.txt", COLLEAGUE));

        undoesMine(door, selection);
      }
    }
  }

  @Test
  void ofTwoWithOneIdTheOwnIsMeant() throws IOException {
    try (Door door = Door.in(directory)) {
      mine(door);
      String own = lines().getLast();
      String id = own.replaceFirst(".*?\"id\":\"([^\"]*)\".*", "$1");
      String forged = foreign(own, "theirs.txt", COLLEAGUE);
      add(0, withHash(forged.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"" + id + '"')));

      undoesMine(door, new Selection.ById(id));
    }
  }

  @Test
  void whatIsLeftAloneIsNamed() throws IOException {
    try (Door door = Door.in(directory)) {
      mine(door);
      add(lines().size(), foreign(lines().getLast(), "theirs.txt", COLLEAGUE));

      assertThat(door.governor.undo().foreign(new Selection.ByIntent("INT-S-2025-1"))).hasSize(1);
      assertThat(door.governor.undo().foreign(new Selection.ByIntent("INT-S-2025-2"))).isEmpty();
    }
  }
}
