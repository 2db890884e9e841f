// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.app.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.journal.DiskPort;
import dev.writ.syntax.DeclaredItem;
import dev.writ.syntax.FileTags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TagCacheTest {
  private static final int FILES = 200;

  @TempDir Path directory;
  private final List<String> parsed = new ArrayList<>();
  private int mentions = 3;
  private boolean open;

  /// Declares the content and mentions its beginnings.
  private final class Parser implements WorkspaceMap.Parsing {
    Parser() {
      open = true;
    }

    @Override
    public FileTags tags(String fileName, FileContent content) {
      parsed.add(content.text());
      return read(fileName, content);
    }

    @Override
    public FileTags read(String fileName, FileContent content) {
      Map<String, Integer> mentioned = new HashMap<>();
      for (int i = 0; i < mentions; i++) {
        mentioned.put(i + "-" + content.text(), i + 1);
      }
      return new FileTags(
          List.of(new DeclaredItem("Outer#" + content.text() + "\t\"\n", "kind", 3, 7)), mentioned);
    }

    @Override
    public void close() {
      open = false;
    }
  }

  @AfterEach
  void uninterrupted() {
    boolean _ = Thread.interrupted();
  }

  private Path file() {
    return TagCache.file(directory, Path.of("/a/project"));
  }

  private static FileContent content(String text) {
    return FileContent.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A session that looks at so many contents: all of them get the tags that the parser gives.
  private List<String> session(int contents, String version, DiskPort disk) {
    parsed.clear();
    try (TagCache cache = new TagCache(new Parser(), file(), version, disk)) {
      for (int i = 0; i < contents; i++) {
        assertThat(cache.tags(i + ".java", content("text" + i)))
            .isEqualTo(new Parser().read("", content("text" + i)));
      }
    }
    assertThat(open).isFalse();
    return List.copyOf(parsed);
  }

  private List<String> session(int contents) {
    return session(contents, "1", DiskPort.system());
  }

  @Test
  void whatOneSessionParsedTheNextOneKnows() throws IOException {
    assertThat(session(FILES)).hasSize(FILES);
    assertThat(session(FILES)).isEmpty();
    assertThat(session(FILES + 1)).containsExactly("text" + FILES);
    assertThat(session(FILES + 1)).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file().resolveSibling(""))))
        .isEqualTo("rwx------");
  }

  @Test
  void nothingIsWrittenBeforeAContentIsAskedFor() {
    session(0);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aContentOfAnotherLanguageIsParsed() {
    session(1);
    parsed.clear();
    try (TagCache cache = new TagCache(new Parser(), file(), "1", DiskPort.system())) {
      cache.tags("0.py", content("text0"));
      cache.tags("other.java", content("text0"));
    }
    assertThat(parsed).containsExactly("text0");
  }

  @Test
  void tagsOfAnotherVersionAreNotUsed() {
    assertThat(session(FILES)).hasSize(FILES);
    assertThat(session(FILES, "2", DiskPort.system())).hasSize(FILES);
    assertThat(session(FILES, "2", DiskPort.system())).isEmpty();
    assertThat(session(1)).hasSize(1);
  }

  /// A process that ends in the middle has not parsed in vain.
  @Test
  void whatIsParsedIsRememberedFromTimeToTime() {
    TagCache killed = new TagCache(new Parser(), file(), "1", DiskPort.system());
    for (int i = 0; i < FILES; i++) {
      killed.tags(i + ".java", content("text" + i));
    }
    assertThat(session(FILES)).hasSizeLessThan(FILES / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{\"tags\":\"1\"}",
        "{\"tags\":\"1\"}\nKEY\t{\"d\":[[1,2]],\"m\":{}}\n",
        "{\"tags\":\"1\"}\nKEY\t{\"d\":[[\"a\",\"b\",1e9,99999999999]],\"m\":{}}\n",
        "{\"tags\":\"1\"}\nKEY\t{\"d\":[],\"m\":{\"a\":\"b\"}}\n",
        "{\"tags\":\"1\"}\nKEY\t{\"d\":[\n\t\t\n",
        "{\"tags\":\"1\"}\nKEY\t\u0000\uFFFD"
      })
  void whatIsDamagedIsParsedAgain(String damage) throws IOException {
    Files.createDirectories(file().resolveSibling(""));
    Files.writeString(file(), damage.replace("KEY", content("text0").hash() + "java"));
    assertThat(session(3)).hasSize(3);
    assertThat(session(3)).isEmpty();
  }

  @Test
  void aChangedByteEndsNothing() throws IOException {
    session(20);
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      Files.write(file(), damaged);
      try (TagCache cache = new TagCache(new Parser(), file(), "1", DiskPort.system())) {
        for (int i = 0; i < 20; i++) {
          assertThat(cache.tags(i + ".java", content("text" + i))).isNotNull();
          assertThat(cache.read(i + ".java", content("text" + i)))
              .isEqualTo(new Parser().read("", content("text" + i)));
        }
      }
    }
  }

  @Test
  void aDirectoryInItsPlaceIsNoHindrance() throws IOException {
    Files.createDirectories(file().resolve("x"));
    assertThat(session(FILES)).hasSize(FILES);
    assertThat(session(FILES)).hasSize(FILES);
  }

  @Test
  void itStaysWithinItsBound() throws IOException {
    mentions = 10_000;
    session(150);
    assertThat(Files.size(file())).isPositive().isLessThanOrEqualTo(TagCache.MAX_BYTES);
    mentions = 3;
    Files.write(file(), new byte[TagCache.MAX_BYTES + 1]);
    assertThat(session(3)).hasSize(3);
    assertThat(session(3)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void noFaultOfTheDiskIsFelt(Fault fault) throws IOException {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(100);
      Files.deleteIfExists(file());
      session(70);
      RecordingDisk disk = new RecordingDisk();
      disk.arm(fault, n);
      try {
        assertThat(session(FILES, "1", disk)).hasSize(FILES - 70);
      } catch (InternalError _) {
        assertThat(fault).isEqualTo(Fault.ERROR); // such as too little memory, which ends the map
      }
      happened = disk.happened();
      boolean _ = Thread.interrupted();
      session(FILES);
      assertThat(session(FILES)).as(fault + " of operation " + n).isEmpty();
    }
  }
}
