// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A file of keys, encrypted with a passphrase: PBKDF2 (HMAC-SHA-256, 600,000 rounds) and AES-256
/// in GCM, all from the JDK. It is for machines without a keyring.
public final class KeyFile implements KeyStore {
  private static final String KDF = "PBKDF2WithHmacSHA256";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int ROUNDS = 600_000;
  private static final int MOST_ROUNDS = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int NONCE_BYTES = 12;
  private static final int KEY_BITS = 256;
  private static final int TAG_BITS = 128;
  private static final int VERSION = 1;

  private final Path file;
  private final int rounds;
  private final Supplier<Optional<char[]>> passphrase;
  private @Nullable SecretKeySpec derived;
  private byte[] salt = {};

  /// @param passphrase asked when it is first needed; what it gives is wiped
  public KeyFile(Path file, Supplier<Optional<char[]>> passphrase) {
    this(file, passphrase, ROUNDS);
  }

  /// @param rounds of the key derivation; a file with fewer is refused
  KeyFile(Path file, Supplier<Optional<char[]>> passphrase, int rounds) {
    this.file = file;
    this.passphrase = passphrase;
    this.rounds = rounds;
  }

  /// Whether there is such a file.
  public boolean exists() {
    return Files.isRegularFile(file);
  }

  @Override
  public String place() {
    return "the encrypted file " + file;
  }

  @Override
  public Optional<char[]> find(String provider) throws KeyringException {
    return exists()
        ? Optional.ofNullable(read().get(provider)).map(String::toCharArray)
        : Optional.empty();
  }

  @Override
  public void store(String provider, char[] key) throws KeyringException {
    Map<String, String> keys = exists() ? read() : new LinkedHashMap<>();
    keys.put(provider, new String(key));
    write(keys);
    if (!new String(key).equals(read().get(provider))) {
      throw new KeyringException(place() + " does not return the stored key");
    }
  }

  @Override
  public boolean remove(String provider) throws KeyringException {
    Map<String, String> keys = exists() ? read() : new LinkedHashMap<>();
    boolean present = keys.remove(provider) != null;
    if (present) {
      write(keys);
    }
    return present;
  }

  /// The key for a salt. Deriving it takes the person's passphrase and half a second, so it is
  /// kept.
  private SecretKeySpec derived(byte[] wanted, long times)
      throws KeyringException, GeneralSecurityException {
    SecretKeySpec known = derived;
    if (known != null && Arrays.equals(salt, wanted)) {
      return known;
    }
    Optional<char[]> phrase = passphrase.get();
    if (phrase.isEmpty() || phrase.get().length == 0) {
      throw new KeyringException(
          place() + " needs its passphrase; set WRIT_PASSPHRASE or start Writ at a terminal");
    }
    PBEKeySpec spec = new PBEKeySpec(phrase.get(), wanted, (int) times, KEY_BITS);
    byte[] key = SecretKeyFactory.getInstance(KDF).generateSecret(spec).getEncoded();
    spec.clearPassword();
    Arrays.fill(phrase.get(), '\0');
    SecretKeySpec made = new SecretKeySpec(key, "AES");
    Arrays.fill(key, (byte) 0);
    derived = made;
    salt = wanted.clone();
    return made;
  }

  private Map<String, String> read() throws KeyringException {
    try {
      Json.Obj document = JsonReader.readObject(Files.readString(file));
      long told = document.number("rounds").orElse(0);
      if (document.number("version").orElse(0) != VERSION
          || !document.text("kdf").filter(KDF::equals).isPresent()
          || told < rounds
          || told > MOST_ROUNDS) {
        throw new KeyringException(place() + " has a format that this version cannot read");
      }
      Cipher cipher =
          cipher(Cipher.DECRYPT_MODE, bytes(document, "salt"), bytes(document, "nonce"), told);
      byte[] plain = cipher.doFinal(bytes(document, "keys"));
      Map<String, String> keys = new LinkedHashMap<>();
      for (Map.Entry<String, Json> member :
          JsonReader.readObject(new String(plain, StandardCharsets.UTF_8)).members().entrySet()) {
        if (member.getValue() instanceof Json.Text(String value)) {
          keys.put(member.getKey(), value);
        }
      }
      Arrays.fill(plain, (byte) 0);
      return keys;
    } catch (AEADBadTagException _) {
      derived = null;
      throw new KeyringException(
          place() + " cannot be decrypted: the passphrase is wrong, or the file was changed");
    } catch (NoSuchFileException _) {
      return new LinkedHashMap<>();
    } catch (IOException | JsonException | GeneralSecurityException | IllegalArgumentException e) {
      throw new KeyringException(place() + " cannot be read: " + new FailureReason(e).words());
    }
  }

  private void write(Map<String, String> keys) throws KeyringException {
    byte[] fresh = new byte[SALT_BYTES];
    byte[] nonce = new byte[NONCE_BYTES];
    SecureRandom random = new SecureRandom();
    random.nextBytes(fresh);
    byte[] used = salt.length == 0 ? fresh : salt;
    random.nextBytes(nonce);
    Json.Builder plain = Json.object();
    keys.forEach(plain::put);
    byte[] bytes = plain.build().write().getBytes(StandardCharsets.UTF_8);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, used, nonce, rounds);
      Base64.Encoder text = Base64.getEncoder();
      String document =
          Json.object()
              .put("version", VERSION)
              .put("kdf", KDF)
              .put("rounds", rounds)
              .put("salt", text.encodeToString(used))
              .put("nonce", text.encodeToString(nonce))
              .put("keys", text.encodeToString(cipher.doFinal(bytes)))
              .build()
              .write();
      replace(document);
    } catch (IOException | GeneralSecurityException e) {
      throw new KeyringException(place() + " cannot be written: " + e.getMessage());
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  /// No reader ever sees a partial file, and no other user can read it.
  private void replace(String document) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("it has no directory");
    }
    Files.createDirectories(directory);
    Path staged =
        Files.createTempFile(
            directory,
            ".keys",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(staged, document);
      Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(staged);
    }
  }

  private Cipher cipher(int mode, byte[] from, byte[] nonce, long times)
      throws KeyringException, GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, derived(from, times), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(("writ keys " + VERSION + " " + times).getBytes(StandardCharsets.US_ASCII));
    return cipher;
  }

  private byte[] bytes(Json.Obj document, String name) throws KeyringException {
    Optional<String> text = document.text(name);
    if (text.isEmpty()) {
      throw new KeyringException(place() + " has no " + name);
    }
    return Base64.getDecoder().decode(text.get());
  }
}
