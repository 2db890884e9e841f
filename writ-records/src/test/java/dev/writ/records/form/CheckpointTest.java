// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import static dev.writ.records.change.Samples.entry;
import static dev.writ.records.change.Samples.ledger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import dev.writ.records.journal.Journal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.ChainHeads;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerReading;
import dev.writ.records.verify.CheckpointWriter;
import dev.writ.records.verify.SignatureTrust;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was signed can't be changed, removed or rolled back unnoticed.
class CheckpointTest {
  @TempDir Path directory;

  private final Map<String, AppendedRecord> rememberedCheckpoints = new LinkedHashMap<>();

  private Path file() {
    return directory.resolve("ledger");
  }

  private Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  private CheckpointWriter writer(Ledger ledger, LedgerSigner key, String session) {
    return new CheckpointWriter(
        ledger,
        () -> Journal.open(checkpoints()),
        key,
        () -> Instant.ofEpochMilli(1_700_000_000_000L),
        session,
        new ChainContinuation(_ -> Map.of(), new SplittableRandom(1)));
  }

  /// A session of some turns, each signed.
  private void session(String name, LedgerSigner key, int turns) throws IOException {
    Ledger ledger = ledger(file(), name.hashCode());
    ledger.prepareHeads();
    try (CheckpointWriter writer = writer(ledger, key, name)) {
      for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i <= turn; i++) {
          ledger.append(entry(name, i));
        }
        writer.own().ifPresent(made -> rememberedCheckpoints.put(name, made));
        assertThat(writer.own()).isEmpty();
      }
    }
    ledger.close();
  }

  private VerificationReport verified(byte[] ledger, byte[] checkpoints, SignatureTrust trust)
      throws IOException {
    return VerificationReport.of(
        LedgerReading.of(ledger), Map.of(), checkpoints, trust, rememberedCheckpoints, _ -> {});
  }

  private VerificationReport verified(SignatureTrust trust) throws IOException {
    return verified(Files.readAllBytes(file()), Files.readAllBytes(checkpoints()), trust);
  }

  @Test
  void checkpointsOfSeveralSessionsHold() throws IOException {
    MemoryKey key = new MemoryKey();
    session("a", key, 3);
    session("b", key, 2);
    session("a2", new MemoryKey(), 1);

    VerificationReport found = verified(SignatureTrust.ANYBODY);
    assertThat(found)
        .isInstanceOfSatisfying(
            VerificationReport.Sound.class,
            sound -> {
              assertThat(sound.records()).isEqualTo(6 + 3 + 1);
              assertThat(sound.signed().checkpoints()).isEqualTo(6);
              assertThat(sound.signed().keys()).hasSize(2).containsEntry(key.id(), 5);
            });
    assertThat(verified(new SignatureTrust(Set.of(key.id()), true)))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenCheckpoint.class,
            broken -> assertThat(broken.line()).isEqualTo(6));
  }

  @Tag("slow")
  @Test
  void everySingleByteOfACheckpointThatIsChangedShows() throws IOException {
    session("a", new MemoryKey(), 2);
    byte[] ledger = Files.readAllBytes(file());
    byte[] whole = Files.readAllBytes(checkpoints());
    rememberedCheckpoints.clear();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < whole.length - 1; i++) {
      for (int flip : new int[] {0x01, 0x20, 0x80}) {
        byte[] changed = whole.clone();
        changed[i] ^= (byte) flip;
        note(ledger, changed, i + " ^ " + flip, missed);
      }
      byte[] shorter = Arrays.copyOf(whole, whole.length - 1);
      System.arraycopy(whole, i + 1, shorter, i, whole.length - i - 1);
      note(ledger, shorter, "without " + i, missed);
    }
    assertThat(missed).isEmpty();
  }

  private void note(byte[] ledger, byte[] checkpoints, String what, List<String> missed)
      throws IOException {
    if (verified(ledger, checkpoints, SignatureTrust.ANYBODY) instanceof VerificationReport.Sound) {
      missed.add(what);
    }
  }

  @Test
  void aLedgerThatWasRewrittenWholeShows() throws IOException {
    session("a", new MemoryKey(), 3);
    Path forged = directory.resolve("forged");
    Ledger other = ledger(forged, 7);
    for (int i = 0; i < 6; i++) {
      other.append(entry("a", i + 100)); // chains and hashes all fit
    }
    other.close();
    assertThat(VerificationReport.of(Files.readAllBytes(forged), Map.of()))
        .isInstanceOf(VerificationReport.Sound.class);

    assertThat(
            verified(
                Files.readAllBytes(forged),
                Files.readAllBytes(checkpoints()),
                SignatureTrust.ANYBODY))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenCheckpoint.class,
            broken -> assertThat(broken.problem()).contains("not the one that was signed"));
  }

  @Test
  void aLedgerThatWasRolledBackShows() throws IOException {
    session("a", new MemoryKey(), 3);
    List<String> lines = Files.readAllLines(file());
    byte[] shorter =
        (String.join("\n", lines.subList(0, 4)) + "\n").getBytes(StandardCharsets.UTF_8);

    assertThat(verified(shorter, Files.readAllBytes(checkpoints()), SignatureTrust.ANYBODY))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenCheckpoint.class,
            broken -> assertThat(broken.problem()).contains("signed and is missing"));
    assertThat(verified(new byte[0], Files.readAllBytes(checkpoints()), SignatureTrust.ANYBODY))
        .isInstanceOf(VerificationReport.BrokenCheckpoint.class);
  }

  @Test
  void checkpointsThatWereRemovedOrRolledBackShow() throws IOException {
    session("a", new MemoryKey(), 4);
    byte[] ledger = Files.readAllBytes(file());
    List<String> lines = Files.readAllLines(checkpoints());
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> without = new ArrayList<>(lines);
      without.remove(i);
      note(ledger, bytes(without), "without " + i, missed);
      note(ledger, bytes(lines.subList(0, i)), "only " + i, missed);
      List<String> twice = new ArrayList<>(lines);
      twice.add(i, lines.get(i));
      note(ledger, bytes(twice), "twice " + i, missed);
    }
    assertThat(missed).isEmpty();
  }

  private static byte[] bytes(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aCheckpointInAnothersNameIsForged() throws Exception {
    MemoryKey key = new MemoryKey();
    session("a", key, 1);
    SignedEnvelope sealed = SignedEnvelope.parse(Files.readAllLines(checkpoints()).getFirst());
    SignedEnvelope forged =
        new SignedEnvelope(sealed.payload(), sealed.keyId(), new MemoryKey().sign(new byte[] {1}));
    assertThat(
            verified(
                Files.readAllBytes(file()), bytes(List.of(forged.line())), SignatureTrust.ANYBODY))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenCheckpoint.class,
            broken -> assertThat(broken.problem()).contains("signature does not match"));
    assertThat(sealed.isSignedBy(new byte[3])).isFalse();
  }

  /// Anybody can check it with common means: DSSE around an in-toto statement.
  @Test
  void theEnvelopeIsDsseAroundAStatementOfInToto() throws Exception {
    MemoryKey key = new MemoryKey();
    session("a", key, 1);
    Json.Obj line = JsonReader.readObject(Files.readAllLines(checkpoints()).getFirst());
    byte[] payload = Base64.getDecoder().decode(line.text("payload").orElseThrow());
    String type = "application/vnd.in-toto+json";
    assertThat(line.text("payloadType")).contains(type);
    Json.Obj signature = (Json.Obj) line.items("signatures").getFirst();
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(key.pair().getPublic());
    check.update(
        ("DSSEv1 28 " + type + " " + payload.length + " ").getBytes(StandardCharsets.UTF_8));
    check.update(payload);
    assertThat(check.verify(Base64.getDecoder().decode(signature.text("sig").orElseThrow())))
        .isTrue();
    Json.Obj statement = JsonReader.readObject(new String(payload, StandardCharsets.UTF_8));
    assertThat(statement.text("_type")).contains("https://in-toto.io/Statement/v1");
    assertThat(statement.text("predicateType")).contains("urn:writ:ledger-checkpoint:1");
  }

  @Test
  void aHandmadeCheckpointSignsEveryWriter() throws IOException {
    MemoryKey key = new MemoryKey();
    Ledger ledger = ledger(file(), 1);
    for (int i = 0; i < 20; i++) {
      ledger.append(entry("w" + i % 3, i));
    }
    try (CheckpointWriter writer = writer(ledger, key, "hand")) {
      ChainHeads heads = new ChainHeads();
      VerificationReport.of(
          LedgerReading.of(Files.readAllBytes(file())),
          Map.of(),
          new byte[0],
          SignatureTrust.ANYBODY,
          Map.of(),
          heads);
      writer.all(heads).ifPresent(made -> rememberedCheckpoints.put("hand", made));
    }
    ledger.append(entry("w1", 21)); // what comes later is not signed, and may be there
    ledger.close();
    assertThat(verified(SignatureTrust.ANYBODY)).isInstanceOf(VerificationReport.Sound.class);
    List<String> lines = new ArrayList<>(Files.readAllLines(file()));
    lines.removeLast();
    lines.removeLast();
    assertThat(verified(bytes(lines), Files.readAllBytes(checkpoints()), SignatureTrust.ANYBODY))
        .isInstanceOf(VerificationReport.BrokenCheckpoint.class);
  }

  /// The test vectors of RFC 6962 as certificate-transparency implementations use them.
  @Test
  void theTreeIsThatOfRfc6962() {
    String[] entries = {
      "",
      "00",
      "10",
      "2021",
      "3031",
      "40414243",
      "5051525354555657",
      "606162636465666768696a6b6c6d6e6f"
    };
    String[] roots = {
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    };
    MerkleTree tree = new MerkleTree();
    assertThat(HexFormat.of().formatHex(tree.root())).isEqualTo(ContentHash.of("").substring(7));
    for (int i = 0; i < entries.length; i++) {
      tree.add(HexFormat.of().parseHex(entries[i]));
      assertThat(HexFormat.of().formatHex(tree.root())).isEqualTo(roots[i]);
    }
  }

  @Test
  void keysAreReadFromPem() throws Exception {
    MemoryKey one = new MemoryKey();
    MemoryKey two = new MemoryKey();
    String both =
        "some text\n"
            + PublicKeys.pem("PUBLIC KEY", one.publicKey())
            + PublicKeys.pem("PUBLIC KEY", two.publicKey());
    assertThat(PublicKeys.ids(both)).containsExactly(one.id(), two.id());
    assertThatThrownBy(() -> PublicKeys.ids("nothing"))
        .isInstanceOf(IllegalArgumentException.class);
    String rsa =
        PublicKeys.pem(
            "PUBLIC KEY",
            KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic().getEncoded());
    assertThatThrownBy(() -> PublicKeys.ids(rsa)).hasMessageContaining("Ed25519");
    assertThatThrownBy(() -> PublicKeys.ids(both.replace("BEGIN", "START")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
