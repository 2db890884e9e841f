// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.gate;

import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The intents file, read for every call and parsed again only when its bytes changed.
final class IntentsOnDisk implements IntentSource {
  private final WorkspaceRecords records;
  private byte[] known = new byte[0];
  private Intents parsed = new Intents.Undeclared();

  IntentsOnDisk(WorkspaceRecords records) {
    this.records = records;
  }

  @Override
  public Intents now() throws IOException {
    Optional<byte[]> bytes = records.intents();
    return bytes.isEmpty() ? new Intents.Undeclared() : of(bytes.get());
  }

  private synchronized Intents of(byte[] bytes) {
    if (!Arrays.equals(known, bytes) || parsed instanceof Intents.Undeclared) {
      parsed = parse(bytes);
      known = bytes;
    }
    return parsed;
  }

  private static Intents parse(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new Intents.Declared(IntentFile.parse(text));
    } catch (CharacterCodingException _) {
      return new Intents.Malformed(IntentFile.PATH + " is not valid UTF-8");
    } catch (JsonException e) {
      return new Intents.Malformed(
          "%s:%d:%d: %s".formatted(IntentFile.PATH, e.line(), e.column(), e.getMessage()));
    }
  }
}
