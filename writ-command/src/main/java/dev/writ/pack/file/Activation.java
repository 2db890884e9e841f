// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.pack.schema.PackVersion;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// One line of the append-only record of a person's activations and deactivations of packs.
///
/// @param hash of the canonical form, `sha256:` and 64 hex digits
/// @param who the person's login name
public record Activation(
    ActivationAction action,
    String tool,
    PackVersion version,
    String hash,
    String who,
    Instant when) {
  private static final Set<String> KEYS =
      Set.of("action", "tool", "version", "hash", "who", "when");

  /// The person's act.
  public enum ActivationAction {
    /// From now on this pack, with this hash, speaks for the tool.
    ACTIVATE,
    /// From now on no pack speaks for the tool.
    DEACTIVATE
  }

  /// The line, without a line break.
  public String line() {
    return Json.object()
        .put("action", PackFields.word(action))
        .put("tool", tool)
        .put("version", version.toString())
        .put("hash", hash)
        .put("who", who)
        .put("when", when.toString())
        .build()
        .write();
  }

  /// Reads a line strictly.
  ///
  /// @throws JsonException where it is not exactly such a line
  public static Activation parse(String line) throws JsonException {
    Json.Obj object = JsonReader.readObject(line);
    Optional<PackVersion> version = object.text("version").flatMap(PackVersion::of);
    Optional<ActivationAction> action =
        Arrays.stream(ActivationAction.values())
            .filter(known -> object.text("action").equals(Optional.of(PackFields.word(known))))
            .findFirst();
    String hash = object.text("hash").orElse("");
    boolean valid =
        object.members().keySet().equals(KEYS)
            && action.isPresent()
            && version.isPresent()
            && hash.startsWith("sha256:");
    if (!valid) {
      throw new JsonException("not a line of the record of activations", 1, 1);
    }
    try {
      return new Activation(
          action.get(),
          object.text("tool").orElse(""),
          version.get(),
          hash,
          object.text("who").orElse(""),
          Instant.parse(object.text("when").orElse("")));
    } catch (DateTimeException _) {
      throw new JsonException("not a line of the record of activations: its time", 1, 1);
    }
  }
}
