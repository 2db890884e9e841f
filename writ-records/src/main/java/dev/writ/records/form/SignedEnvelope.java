// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// A signed payload as one line: a DSSE envelope (version 1) with one Ed25519 signature.
///
/// @param payload the JSON that was signed
/// @param keyId hash of the public key (SubjectPublicKeyInfo in DER)
/// @param signature 64 bytes
@SuppressWarnings("ArrayRecordComponent") // immutable by convention
public record SignedEnvelope(String payload, String keyId, byte[] signature) {
  private static final String TYPE = "application/vnd.in-toto+json";
  private static final String ALGORITHM = "Ed25519";

  /// Signs a payload.
  ///
  /// @throws IOException where the key can't be used
  public static SignedEnvelope seal(String payload, LedgerSigner signer) throws IOException {
    return new SignedEnvelope(
        payload, ContentHash.of(signer.publicKey()), signer.sign(encoded(payload)));
  }

  /// The bytes that are signed: DSSE's pre-authentication encoding.
  private static byte[] encoded(String payload) {
    byte[] body = payload.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 64);
    String head = "DSSEv1 " + TYPE.length() + " " + TYPE + " " + body.length + " ";
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /// Whether that key made the signature.
  public boolean isSignedBy(byte[] publicKey) {
    try {
      PublicKey key =
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(publicKey));
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(key);
      check.update(encoded(payload));
      return check.verify(signature);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /// The line, without its end.
  public String line() {
    Base64.Encoder base64 = Base64.getEncoder();
    Json signatures =
        new Json.Arr(
            List.of(
                Json.object()
                    .put("keyid", keyId)
                    .put("sig", base64.encodeToString(signature))
                    .build()));
    return Json.object()
        .put("payloadType", TYPE)
        .put("payload", base64.encodeToString(payload.getBytes(StandardCharsets.UTF_8)))
        .put("signatures", signatures)
        .build()
        .write();
  }

  /// Reads a line.
  ///
  /// @throws JsonException if it is not such an envelope, or has another form
  public static SignedEnvelope parse(String line) throws JsonException {
    Json.Obj json = JsonReader.readObject(line);
    Base64.Decoder base64 = Base64.getDecoder();
    try {
      List<Json> signatures = json.items("signatures");
      if (signatures.size() == 1 && signatures.getFirst() instanceof Json.Obj signature) {
        SignedEnvelope envelope =
            new SignedEnvelope(
                new String(base64.decode(json.text("payload").orElse("")), StandardCharsets.UTF_8),
                signature.text("keyid").orElse(""),
                base64.decode(signature.text("sig").orElse("")));
        if (envelope.line().equals(line)) {
          return envelope;
        }
      }
    } catch (IllegalArgumentException _) {
      // No base 64.
    }
    throw new JsonException("not an envelope in Writ's form", 1, 1);
  }
}
