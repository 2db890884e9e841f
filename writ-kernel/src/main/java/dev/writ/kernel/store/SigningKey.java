// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.store;

import dev.writ.records.form.LedgerSigner;
import dev.writ.records.form.PublicKeys;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A person's key for signing checkpoints, in the user's data directory: created on demand,
/// readable by its owner only, and never in a workspace.
public final class SigningKey implements LedgerSigner {
  private static final String FILE = "signing.key";
  private static final String ALGORITHM = "Ed25519";
  private static final String SECRET = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";

  private final Path data;
  private final Path workspace;
  private Optional<String> text = Optional.empty();

  /// Reads nothing yet.
  ///
  /// @param data the user's data directory
  /// @param workspace its directory
  public SigningKey(Path data, Path workspace) {
    this.data = data;
    this.workspace = workspace;
  }

  @Override
  public synchronized byte[] publicKey() throws IOException {
    return block(PUBLIC, text());
  }

  /// The public key, if the key was made already.
  ///
  /// @throws IOException where it can't be read
  public synchronized Optional<byte[]> known() throws IOException {
    Optional<String> there = text.isPresent() ? text : read();
    return there.isEmpty() ? Optional.empty() : Optional.of(block(PUBLIC, there.get()));
  }

  @Override
  public synchronized byte[] sign(byte[] bytes) throws IOException {
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(new PKCS8EncodedKeySpec(block(SECRET, text())));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IOException(file() + " cannot be used to sign: " + e.getMessage(), e);
    }
  }

  private Path file() {
    return data.resolve(FILE);
  }

  private byte[] block(String kind, String pem) throws IOException {
    return PublicKeys.block(kind, pem)
        .orElseThrow(() -> new IOException(file() + " holds no " + kind + " in PEM"));
  }

  private String text() throws IOException {
    if (text.isEmpty()) {
      text = read();
    }
    if (text.isEmpty()) {
      make();
      text = read();
    }
    return text.orElseThrow(() -> new NoSuchFileException(file().toString()));
  }

  private Optional<String> read() throws IOException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file(), LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
    if (!Journal.PRIVATE_FILE.containsAll(permissions)) {
      throw new FileSystemException(
          file().toString(), null, "other users can read this key; restrict it: chmod 600");
    }
    return Optional.of(Files.readString(file()));
  }

  /// Makes the key. Of several processes that do so at once one is first, and the others take its.
  private void make() throws IOException {
    Journal.createPrivate(data);
    Path real = data.toRealPath();
    if (real.startsWith(workspace.toRealPath())) {
      throw new FileSystemException(
          file().toString(), null, "Writ does not create a signing key inside the workspace");
    }
    KeyPair pair;
    try {
      pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java platform has no " + ALGORITHM, e);
    }
    String pem =
        PublicKeys.pem(SECRET, pair.getPrivate().getEncoded())
            + PublicKeys.pem(PUBLIC, pair.getPublic().getEncoded());
    Path staged = data.resolve(FILE + "." + UUID.randomUUID());
    try {
      Journal.createPrivate(staged, pem.getBytes(StandardCharsets.US_ASCII));
      Files.createLink(file(), staged);
    } catch (FileAlreadyExistsException _) {
      // Another process was faster; its key is the one.
    } finally {
      Files.deleteIfExists(staged);
    }
  }
}
