// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import dev.writ.records.ledger.Ledger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The signed statement about the ledger: for some writers the root over all of their records so
/// far. An in-toto statement (version 1) with a predicate of Writ's own.
///
/// @param at when, who, and which of theirs it is
/// @param heads the writers, in no particular order
/// @param publicKey SubjectPublicKeyInfo in DER
@SuppressWarnings("ArrayRecordComponent") // immutable by convention
public record Checkpoint(CheckpointPosition at, List<Head> heads, byte[] publicKey) {
  private static final String STATEMENT = "https://in-toto.io/Statement/v1";
  private static final String PREDICATE = "urn:writ:ledger-checkpoint:1";

  public Checkpoint {
    heads = List.copyOf(heads);
  }

  /// A checkpoint's place among those of its session.
  ///
  /// @param timestamp RFC 3339
  /// @param session who made it
  /// @param number from 1
  /// @param previous hash of the session's previous line; empty for the first
  public record CheckpointPosition(
      String timestamp, String session, long number, Optional<String> previous) {}

  /// A writer's records up to one of them.
  ///
  /// @param records how many, which is also the last one's number
  /// @param last hash of the last one's line
  /// @param root of the [MerkleTree] over the hashes of their lines
  public record Head(String writer, long records, String last, String root) {}

  /// The statement.
  public String statement() {
    List<Json> subjects = new ArrayList<>();
    List<Json> written = new ArrayList<>();
    for (Head head : heads) {
      String digits = head.root().substring("sha256:".length());
      subjects.add(
          Json.object()
              .put("name", Ledger.PATH + "#" + head.writer())
              .put("digest", Json.object().put("rfc6962_sha256", digits).build())
              .build());
      written.add(
          Json.object()
              .put("writer", head.writer())
              .put("records", head.records())
              .put("last", head.last())
              .put("root", head.root())
              .build());
    }
    Json predicate =
        Json.object()
            .put("timestamp", at.timestamp())
            .put("session", at.session())
            .put("number", at.number())
            .put("previous", at.previous().<Json>map(Json::of).orElse(new Json.Null()))
            .put("public_key", Base64.getEncoder().encodeToString(publicKey))
            .put("heads", new Json.Arr(written))
            .build();
    return Json.object()
        .put("_type", STATEMENT)
        .put("subject", new Json.Arr(subjects))
        .put("predicateType", PREDICATE)
        .put("predicate", predicate)
        .build()
        .write();
  }

  /// Reads a statement.
  ///
  /// @throws JsonException where it is none, or is written in any other way
  public static Checkpoint parse(String statement) throws JsonException {
    Json.Obj predicate = JsonReader.readObject(statement).object("predicate");
    List<Head> heads = new ArrayList<>();
    for (Json item : predicate.items("heads")) {
      if (item instanceof Json.Obj head) {
        String root = head.text("root").orElse("");
        if (!root.startsWith("sha256:")) {
          throw new JsonException("a head without a root", 1, 1);
        }
        heads.add(
            new Head(
                head.text("writer").orElse(""),
                head.number("records").orElse(0),
                head.text("last").orElse(""),
                root));
      }
    }
    try {
      Checkpoint checkpoint =
          new Checkpoint(
              new CheckpointPosition(
                  predicate.text("timestamp").orElse(""),
                  predicate.text("session").orElse(""),
                  predicate.number("number").orElse(0),
                  predicate.text("previous")),
              heads,
              Base64.getDecoder().decode(predicate.text("public_key").orElse("")));
      if (!heads.isEmpty() && checkpoint.statement().equals(statement)) {
        return checkpoint;
      }
    } catch (IllegalArgumentException _) {
      // No base 64.
    }
    throw new JsonException("not a checkpoint statement in Writ's form", 1, 1);
  }

  /// A hash of the public key.
  public String keyId() {
    return ContentHash.of(publicKey);
  }
}
