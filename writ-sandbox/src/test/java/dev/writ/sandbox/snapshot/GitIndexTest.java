// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the beginning of an index that Git wrote says about the names in it.
class GitIndexTest {
  private static final List<String> RECORDS = List.of(".orchestration", ".writ");

  @TempDir Path directory;

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  private void file(String name) throws Exception {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
  }

  private byte[] index() throws Exception {
    return Files.readAllBytes(directory.resolve(".git/index"));
  }

  @ParameterizedTest
  @CsvSource({"sha1,2", "sha1,4", "sha256,2"})
  void recordsAreFoundWhereverTheyAre(String format, String version) throws Exception {
    git("init", "-q", "--object-format=" + format);
    git("config", "index.version", version);
    for (String other :
        List.of("-", ".editorconfig", ".git2", ".orchestra", ".writer", "src/.writ/x")) {
      file("a/" + other);
      file(other + "/" + "long".repeat(40));
    }
    git("add", "-A");
    // Ids of another length are left to Git.
    assertThat(GitIndex.mayName(index(), RECORDS)).isEqualTo(format.equals("sha256"));

    for (String record : List.of(".orchestration/trace.jsonl", ".writ/config.yaml")) {
      file(record);
      git("add", "-A");
      assertThat(GitIndex.mayName(index(), RECORDS)).as(record).isTrue();
      git("rm", "-q", "--cached", record);
      Files.delete(directory.resolve(record));
    }
    Files.delete(directory.resolve(".writ"));
    file(".writ");
    git("add", "-A");
    assertThat(GitIndex.mayName(index(), RECORDS)).isTrue();
  }

  @Test
  void aBeginningIsEnoughWhereItGoesBeyondThem() throws Exception {
    git("init", "-q");
    for (int i = 0; i < 20; i++) {
      file("-" + i);
      file("a/" + i);
    }
    git("add", "-A");
    byte[] whole = index();

    assertThat(GitIndex.mayName(whole, RECORDS)).isFalse();
    assertThat(GitIndex.mayName(Arrays.copyOf(whole, whole.length / 3), RECORDS)).isTrue();
    assertThat(GitIndex.mayName(Arrays.copyOf(whole, whole.length * 2 / 3), RECORDS)).isFalse();
    assertThat(GitIndex.mayName(new byte[0], RECORDS)).isTrue();
    assertThat(GitIndex.mayName("no index, but a text".getBytes(StandardCharsets.UTF_8), RECORDS))
        .isTrue();
    git("rm", "-q", "-r", "--cached", ".");
    assertThat(GitIndex.mayName(index(), RECORDS)).isFalse();
  }

  /// An index of one file, as Git writes it, but for its checksum.
  private static GitIndex naming(String path) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    int entry = 62 + name.length;
    ByteBuffer file = ByteBuffer.allocate(12 + entry + 8 - entry % 8 + 20);
    file.putInt(0x44495243).putInt(2).putInt(1);
    file.position(12 + 24).putInt(0100644);
    file.position(12 + 60).putShort((short) name.length).put(name);
    return GitIndex.read(file.array(), 0, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/a",
        "a//b",
        "a/",
        ".",
        "./a",
        "a/./b",
        "..",
        "a/..",
        "../a",
        ".git",
        ".GIT/x",
        "a/.Git/b",
        "a/GIT~1",
        "git~1/a"
      })
  void aNameOutsideOrInGitsDirectoryIsNotSound(String path) {
    assertThat(naming(path).isKnown()).isTrue();
    assertThat(naming(path).isSound()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "...", "a/...", ".gitignore", ".git2", "agit~1", "a.git/b", "..a/.b"})
  void anyOtherNameIs(String path) {
    assertThat(naming(path).isSound()).isTrue();
  }
}
