// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.intent.IntentMap;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.MutationClass;
import dev.writ.records.change.SemanticComparison;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapTest {
  @TempDir Path directory;

  private static void write(Door door, String path, String content) {
    assertThat(Door.code(door.call("write_file", "path", path, "content", content)))
        .isEqualTo("ok");
  }

  private static String map(Door door) throws IOException {
    return Files.readString(door.root.resolve(IntentMap.PATH), StandardCharsets.UTF_8);
  }

  @Test
  void whatAnIntentChangedIsInItsBlock() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      write(door, "dir/ü.txt", "two\n");
      door.governor.map().keep();
      assertThat(map(door)).contains("records=2 -->").contains("- `a.txt`\n- `dir/ü.txt`\n");
      String first = map(door);
      door.governor.map().keep();
      assertThat(map(door)).isEqualTo(first);
      write(door, "b.txt", "three\n");
      door.governor.map().keep();
      assertThat(map(door)).contains("records=3 -->").contains("- `b.txt`");
    }
  }

  @Test
  void nothingIsWrittenWhereNothingWasRecorded() throws IOException {
    try (Door door = Door.in(directory)) {
      door.governor.map().keep();
      assertThat(door.governor.map().update(true)).isEmpty();
      assertThat(door.root.resolve(IntentMap.PATH)).doesNotExist();
    }
  }

  @Test
  void aLostOrOldMapIsMadeFromTheLedger() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      door.governor.map().keep();
      String old = map(door);
      write(door, "b.txt", "two\n");
      door.governor.map().keep();
      String now = map(door);
      Path file = door.root.resolve(IntentMap.PATH);
      Files.writeString(file, old);
      door.governor.map().update(false);
      assertThat(map(door)).isEqualTo(now);
      Files.writeString(file, now.replaceFirst("last=[0-9a-f]{8}", "last=00000000"));
      door.governor.map().update(false);
      assertThat(map(door)).as("a block that is not the ledger's").isEqualTo(now);
      Files.delete(file);
      door.governor.map().update(true);
      assertThat(map(door)).isEqualTo(now);
    }
  }

  /// As after a merge: what stands before the place up to which it was read is not the same.
  @Test
  void anotherLedgerIsReadFromItsBeginning() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      door.governor.map().keep();
      Path ledger = door.root.resolve(".orchestration/agent_trace.jsonl");
      String other = Files.readString(ledger).replace("a.txt", "from-a-branch.txt");
      String before = other.replace("01", "02"); // ids and all
      Files.writeString(ledger, before + Files.readString(ledger));
      assertThat(door.governor.map().update(false)).isEmpty();
      assertThat(map(door)).contains("- `a.txt`").contains("- `from-a-branch.txt`");
    }
  }

  @Test
  void declaringIntentsIsNoIntentsWork() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      door.governor.map().keep();
      assertThat(map(door)).doesNotContain("active_intents");
    }
  }

  @Test
  void aPersonsBytesStay() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      Path file = door.root.resolve(IntentMap.PATH);
      byte[] own = {'#', ' ', (byte) 0xFF, '\r', '\n', 0, 'x'};
      Files.write(file, own);
      door.governor.map().keep();
      byte[] now = Files.readAllBytes(file);
      assertThat(now).startsWith(own).hasSizeGreaterThan(own.length);
    }
  }

  /// A foreign file remains unchanged, and the write before it succeeds.
  @Test
  void aLinkInItsPlaceIsNotFollowed() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      Path outside = Files.writeString(directory.resolve("outside.md"), "mine");
      Files.createSymbolicLink(door.root.resolve(IntentMap.PATH), outside);
      assertThat(door.governor.map().update(false)).isPresent();
      assertThat(outside).hasContent("mine");
    }
  }

  @Test
  void closingBringsItUpToDate() throws IOException {
    Path root;
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      root = door.root;
    }
    assertThat(Files.readString(root.resolve(IntentMap.PATH))).contains("- `a.txt`");
  }

  /// A comparison to which each change touches a declaration.
  private record Outline(AtomicInteger asked) implements SemanticComparison {
    @Override
    public MutationClass classOf(List<FileChange> changes) {
      return MutationClass.INTENT_EVOLUTION;
    }

    @Override
    public List<String> anchors(FileChange change) {
      asked.incrementAndGet();
      return List.of("In" + change.path().name());
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 50", "51, 0"})
  void whatAProgramDidToManyFilesIsListedWithoutItsDeclarations(int files, int asked)
      throws IOException {
    Outline outline = new Outline(new AtomicInteger());
    try (Door door = Door.in(directory, setup -> setup.comparison = outline)) {
      StringBuilder patch = new StringBuilder("*** Begin Patch\n");
      for (int file = 0; file < files; file++) {
        patch.append("*** Add File: f%02d.txt\n+x\n".formatted(file));
      }
      assertThat(door.code("apply_patch", "patch", patch + "*** End Patch\n")).isEqualTo("ok");
      door.governor.map().keep();
      assertThat(outline.asked()).hasValue(asked);
      assertThat(map(door)).contains(asked > 0 ? "- `f07.txt`: `Inf07.txt`" : "- `f07.txt`\n");
      String incremental = map(door);
      door.governor.map().update(true);
      assertThat(map(door)).as("made anew").isEqualTo(incremental);
    }
  }
}
