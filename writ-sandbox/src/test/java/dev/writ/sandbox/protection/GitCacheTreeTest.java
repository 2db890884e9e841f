// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The trees that Git itself puts into its index are those of the entries; no others are believed.
class GitCacheTreeTest {
  private static final List<String> FILES =
      List.of("a", "a.txt", "a-b/x", "b/c/d/e", "b/c.txt", "b/c/f", "bb/long-name/x", "z");

  @TempDir Path directory;
  @TempDir Path said;

  @BeforeEach
  void aRepository() throws Exception {
    git("init", "-q");
    for (String file : FILES) {
      Path place = directory.resolve(file);
      Files.createDirectories(place.getParent());
      Files.writeString(place, file);
    }
    Files.createSymbolicLink(directory.resolve("b/link"), Path.of("../a"));
    git("add", "-A");
    git("-c", "user.name=T", "-c", "user.email=t@x", "commit", "-qm", "one");
  }

  private void git(String... words) throws Exception {
    Process git =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(words)).toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.resolve("said").toFile())
            .start();
    assertThat(git.waitFor()).as(Files.readString(said.resolve("said"))).isZero();
  }

  private byte[] index() throws IOException {
    return Files.readAllBytes(directory.resolve(".git/index"));
  }

  @Test
  void thoseOfGitAreTrue() throws Exception {
    assertThat(GitCacheTree.isTrue(index())).isTrue();
    Files.writeString(directory.resolve("b/c/new"), "new");
    git("add", "b/c/new");
    assertThat(GitCacheTree.isTrue(index())).isTrue();
    git("rm", "-q", "--cached", "-r", "b/c/d", "bb");
    assertThat(GitCacheTree.isTrue(index())).isTrue();
    git("write-tree");
    assertThat(GitCacheTree.isTrue(index())).isTrue();
    git("update-index", "--index-version", "4");
    assertThat(GitCacheTree.isTrue(index())).isTrue();
    Files.writeString(directory.resolve("later"), "later");
    git("add", "-N", "later");
    assertThat(GitCacheTree.isTrue(index())).isTrue();
  }

  /// Each byte of each id counts, and so do the numbers.
  @Test
  void othersAreNot() throws Exception {
    byte[] index = index();
    int begin = new String(index, StandardCharsets.ISO_8859_1).lastIndexOf("TREE");
    int found = 0;
    for (int at = begin + 9; at < index.length - 20; at++) {
      byte[] forged = index.clone();
      forged[at] ^= 1;
      found += GitCacheTree.isTrue(forged) ? 0 : 1;
    }
    assertThat(found).isEqualTo(index.length - 20 - begin - 9);
    assertThat(GitCacheTree.isTrue("no index".getBytes(StandardCharsets.UTF_8))).isFalse();
  }
}
