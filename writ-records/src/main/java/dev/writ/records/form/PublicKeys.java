// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.value.ContentHash;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Public keys as text: PEM, as other programs write them too.
public final class PublicKeys {
  private static final String KIND = "PUBLIC KEY";

  private PublicKeys() {}

  /// A block of PEM (RFC 7468).
  public static String pem(String kind, byte[] der) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  /// The first block of that kind in a text.
  public static Optional<byte[]> block(String kind, String text) {
    String begin = "-----BEGIN " + kind + "-----";
    int from = text.indexOf(begin);
    int to = from < 0 ? -1 : text.indexOf("-----END " + kind + "-----", from);
    if (to < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The hashes of all Ed25519 keys in a text.
  ///
  /// @throws IllegalArgumentException where there is none, or something else than such keys
  public static Set<String> ids(String text) {
    Set<String> ids = new LinkedHashSet<>();
    String rest = text;
    String end = "-----END " + KIND + "-----";
    while (rest.contains(end)) {
      int behind = rest.indexOf(end) + end.length();
      byte[] der =
          block(KIND, rest.substring(0, behind))
              .orElseThrow(
                  () -> new IllegalArgumentException("a public key that is not in PEM form"));
      try {
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der));
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("a public key that is not an Ed25519 key", e);
      }
      ids.add(ContentHash.of(der));
      rest = rest.substring(behind);
    }
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("not a public key in PEM form");
    }
    return ids;
  }
}
