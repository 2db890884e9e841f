// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.RecordedChange.RecordedState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written of a change is read back, and nothing else is read.
class RecordedChangeTest {
  private static final WorkspacePath PLACE = WorkspacePath.of("src/a.txt");
  private static final WorkspacePath FORMER = WorkspacePath.of("old.txt");
  private static final FileState ABSENT = new FileState.Absent();
  private static final FileState DIRECTORY = new FileState.Directory();
  private static final FileState OLD = new FileState.Present(content("old\n"));
  private static final FileState NEW = new FileState.Present(content("new\n"));
  private static final FileState LINK = new FileState.Link(content("target"));

  private static FileContent content(String text) {
    return FileContent.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RecordedChange read(String json) throws JsonException {
    return RecordedChange.read(JsonReader.readObject(json));
  }

  private static RecordedChange readBack(FileChange change) throws JsonException {
    Json written =
        RecordedChange.close(RecordedChange.write(change), List.of(Json.object().build()));
    return read(written.write());
  }

  static List<FileChange> changes() {
    FileChange.Modes modes =
        new FileChange.Modes(Optional.of("rw-r--r--"), Optional.of("rwxr-xr-x"));
    return List.of(
        new FileChange(PLACE, ABSENT, NEW),
        new FileChange(PLACE, OLD, NEW).with(modes),
        new FileChange(PLACE, OLD, ABSENT),
        new FileChange(PLACE, LINK, NEW),
        new FileChange(PLACE, OLD, LINK),
        new FileChange(PLACE, ABSENT, DIRECTORY),
        new FileChange(PLACE, DIRECTORY, ABSENT),
        FileChange.moved(FORMER, PLACE, OLD, NEW),
        FileChange.moved(FORMER, PLACE, DIRECTORY, DIRECTORY));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void whatIsWrittenIsReadBack(FileChange change) throws JsonException {
    RecordedChange read = readBack(change);
    boolean directory =
        change.before() instanceof FileState.Directory
            || change.after() instanceof FileState.Directory;

    assertThat(read.place()).isEqualTo(change.path());
    assertThat(read.formerPlace()).isEqualTo(change.from());
    assertThat(read.kind()).isEqualTo(change.kind().word());
    assertThat(read.is(change.kind())).isTrue();
    assertThat(read.isDirectory()).isEqualTo(directory);
    assertThat(read.before()).isEqualTo(state(change.before(), directory, change.modes().before()));
    assertThat(read.after()).isEqualTo(state(change.after(), directory, change.modes().after()));
  }

  private static RecordedState state(FileState state, boolean directory, Optional<String> mode) {
    return new RecordedState(
        state instanceof FileState.Absent,
        directory,
        LedgerEntry.hash(state),
        mode,
        state instanceof FileState.Link);
  }

  @Test
  void aMoveNamesBothPlaces() throws JsonException {
    RecordedChange move = readBack(FileChange.moved(FORMER, PLACE, OLD, NEW));

    assertThat(move.paths()).containsExactly("old.txt", "src/a.txt");
    assertThat(move.summary()).isEqualTo("rename old.txt → src/a.txt");
    assertThat(readBack(new FileChange(PLACE, OLD, NEW)).paths()).containsExactly("src/a.txt");
  }

  @Test
  void thePermissionsOfADeletedFileAreReadFromOlderRecords() throws JsonException {
    String older =
        """
        {"relative_path":"a","change":"delete","mode":"rwx------","conversations":[{}]}""";

    assertThat(read(older).before().mode()).isEmpty();
    assertThat(read(older).formerMode()).contains("rwx------");
    assertThat(read(older.replace("\"mode\"", "\"before_mode\"")).formerMode())
        .contains("rwx------");
  }

  @Test
  void aPathOfALedgerIsNotTrusted() throws JsonException {
    RecordedChange outside =
        read("{\"relative_path\":\"../a\",\"change\":\"modify\",\"conversations\":[{}]}");

    assertThat(outside.path()).isEqualTo("../a");
    assertThatThrownBy(outside::place).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void conversationsSayWhoWroteTheLines() throws JsonException {
    RecordedChange change =
        read(
            """
            {"relative_path":"a","change":"modify","conversations":[7,{"url":"session:S#4",\
            "contributor":{"entity_type":"ai","model_identifier":"p/m"},"ranges":[1,\
            {"start_line":2}],"related":[{"type":"undoes","value":"r1"},{"type":"undoes"},\
            {"type":"issue","value":"9"}]},{}]}""");

    assertThat(change.conversations()).hasSize(2);
    RecordedConversation first = change.conversations().getFirst();
    assertThat(first.url()).contains("session:S#4");
    assertThat(first.contributor()).contains("ai");
    assertThat(first.model()).contains("p/m");
    assertThat(first.ranges()).hasSize(1);
    assertThat(first.related("undoes")).containsExactly("r1", "");
    assertThat(first.related()).hasSize(3);
    assertThat(change.conversations().getLast().contributor()).isEmpty();
  }
}
