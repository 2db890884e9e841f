// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key is the person's own, and only theirs.
class SigningKeyTest {
  @TempDir Path directory;

  @BeforeEach
  void aWorkspace() throws IOException {
    Files.createDirectory(directory.resolve("workspace"));
  }

  private SigningKey key() {
    return new SigningKey(directory.resolve("data"), directory.resolve("workspace"));
  }

  @Test
  void itIsMadeOncePrivatelyAndSigns() throws Exception {
    assertThat(key().known()).isEmpty();
    assertThat(directory.resolve("data")).doesNotExist();
    SigningKey key = key();
    byte[] text = {1, 2, 3};
    byte[] signed = key.sign(text);

    assertThat(key().publicKey()).isEqualTo(key.publicKey());
    assertThat(key().known()).isPresent();
    Path file = directory.resolve("data/signing.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory.resolve("data"))) {
      assertThat(files).containsExactly(file);
    }
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(key.publicKey())));
    check.update(text);
    assertThat(check.verify(signed)).isTrue();
  }

  @Test
  void thoseWhoMakeItAtTheSameTimeHaveTheSame() throws Exception {
    Set<String> keys = Collections.synchronizedSet(new HashSet<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      keys.add(Arrays.toString(key().publicKey()));
                    } catch (IOException e) {
                      keys.add(e.toString());
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(keys).hasSize(1);
  }

  @Test
  void othersMayNotReadIt() throws IOException {
    key().publicKey();
    Files.setPosixFilePermissions(
        directory.resolve("data/signing.key"), PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> key().publicKey()).hasMessageContaining("chmod 600");
  }

  @Test
  void itIsNeverMadeInTheWorkspace() throws IOException {
    Path workspace = Files.createDirectories(directory.resolve("home")).toRealPath();
    SigningKey key = new SigningKey(workspace.resolve(".writ"), workspace);
    assertThatThrownBy(key::publicKey)
        .hasMessageContaining("does not create a signing key inside the workspace");
    assertThat(workspace.resolve(".writ/signing.key")).doesNotExist();
  }

  @Test
  void aFileThatHoldsNoKeyIsSaid() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    Path file = Files.writeString(data.resolve("signing.key"), "nonsense");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> key().publicKey()).hasMessageContaining("no PUBLIC KEY");
  }
}
