// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.kernel.scope.WorkspacePath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packs of strangers: what they say of themselves is not believed.
class GitPackTest {
  private static final int ID_BYTES = 20;
  private static final int BLOB = 3;
  private static final int DELTA_OF_ID = 7;

  @TempDir Path directory;

  private static byte[] id(int number) {
    byte[] id = new byte[ID_BYTES];
    Arrays.fill(id, (byte) number);
    return id;
  }

  /// An object as a pack holds it.
  private static byte[] entry(int kind, byte[] base, byte... content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int rest = content.length >> 4;
    out.write((rest == 0 ? 0 : 0x80) | kind << 4 | (content.length & 15));
    while (rest != 0) {
      out.write((rest >> 7 == 0 ? 0 : 0x80) | (rest & 0x7F));
      rest >>= 7;
    }
    out.writeBytes(base);
    Deflater deflater = new Deflater();
    deflater.setInput(content);
    deflater.finish();
    byte[] packed = new byte[content.length + 100];
    out.write(packed, 0, deflater.deflate(packed));
    deflater.end();
    return out.toByteArray();
  }

  /// A pack of these objects; the n-th has the id whose bytes are all n.
  private GitPack pack(byte[]... entries) throws IOException {
    int count = entries.length;
    ByteBuffer index = ByteBuffer.allocate(8 + 256 * 4 + count * (ID_BYTES + 8));
    index.putInt(0xFF744F63).putInt(2);
    for (int i = 0; i < 256; i++) {
      index.putInt(Math.min(i, count)); // the first id begins with 1
    }
    for (int i = 1; i <= count; i++) {
      index.put(id(i));
    }
    index.position(index.position() + 4 * count);
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    pack.writeBytes("PACK00000000".getBytes(StandardCharsets.US_ASCII));
    for (byte[] entry : entries) {
      index.putInt(pack.size());
      pack.writeBytes(entry);
    }
    Files.write(directory.resolve("p.idx"), index.array());
    Files.write(directory.resolve("p.pack"), pack.toByteArray());
    return new GitPack(directory.resolve("p.idx"), ID_BYTES);
  }

  private static Optional<GitPack.Item> get(GitPack pack, int number) throws IOException {
    return pack.get(id(number), (base, deltas) -> get(pack, base, deltas), 0);
  }

  private static Optional<GitPack.Item> get(GitPack pack, byte[] id, int deltas)
      throws IOException {
    return pack.get(id, (base, more) -> get(pack, base, more), deltas);
  }

  @Test
  void aDifferenceIsApplied() throws IOException {
    byte[] delta = {3, 4, (byte) 0x90, 3, 1, 'd'};
    GitPack pack =
        pack(
            entry(BLOB, new byte[0], (byte) 'a', (byte) 'b', (byte) 'c'),
            entry(DELTA_OF_ID, id(1), delta));

    assertThat(get(pack, 2).orElseThrow().bytes())
        .isEqualTo("abcd".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void differencesInACircleEnd() throws IOException {
    byte[] delta = {3, 3, (byte) 0x90, 3};
    GitPack pack = pack(entry(DELTA_OF_ID, id(2), delta), entry(DELTA_OF_ID, id(1), delta));

    assertThatThrownBy(() -> get(pack, 1)).hasMessageContaining("too many differences");
  }

  @Test
  void aDifferenceMakesNoMoreThanItSays() throws IOException {
    byte[] base = new byte[0x10000];
    byte[] delta = new byte[4 + 10_000];
    Arrays.fill(delta, (byte) 0x80); // 64 KiB each
    delta[0] = (byte) 0x80;
    delta[1] = (byte) 0x80;
    delta[2] = 4;
    delta[3] = 10;
    GitPack pack = pack(entry(BLOB, new byte[0], base), entry(DELTA_OF_ID, id(1), delta));

    assertThatThrownBy(() -> get(pack, 2)).hasMessageContaining("more than it says");
  }

  @Test
  void cutDifferencesAreDamage() throws IOException {
    for (byte[] delta :
        List.of(
            new byte[] {},
            new byte[] {3},
            new byte[] {3, 4, (byte) 0x90, 3},
            new byte[] {3, 4, (byte) 0x90},
            new byte[] {3, 4, (byte) 0xFF, 1},
            new byte[] {3, 4, 100, 1})) {
      GitPack pack =
          pack(
              entry(BLOB, new byte[0], (byte) 'a', (byte) 'b', (byte) 'c'),
              entry(DELTA_OF_ID, id(1), delta));

      assertThatThrownBy(() -> get(pack, 2))
          .as(HexFormat.of().formatHex(delta))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void anObjectThatIsNotWhatItsIdSaysIsNotBelieved() throws Exception {
    git("init", "-q");
    Files.writeString(directory.resolve("a.txt"), "honest\n");
    git("add", "a.txt");
    git("-c", "user.name=n", "-c", "user.email=e@x.example", "commit", "-qm", "c");
    String commit = git("rev-parse", "HEAD");
    String blob = git("rev-parse", "HEAD:a.txt");
    Files.writeString(directory.resolve("b.txt"), "forged\n");
    String other = git("hash-object", "-w", "b.txt");
    WorkspacePath path = WorkspacePath.of("a.txt");
    assertThat(new GitFiles(new GitHead(directory.toRealPath())).at(commit, path))
        .isInstanceOf(GitFiles.Found.Blob.class);

    Files.delete(loose(blob));
    Files.copy(loose(other), loose(blob));

    assertThat(new GitFiles(new GitHead(directory.toRealPath())).at(commit, path))
        .isInstanceOf(GitFiles.Found.Unreadable.class);
  }

  private Path loose(String id) {
    return directory.resolve(".git/objects").resolve(id.substring(0, 2)).resolve(id.substring(2));
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.strip();
  }
}
