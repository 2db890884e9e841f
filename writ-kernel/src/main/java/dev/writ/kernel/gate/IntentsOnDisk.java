// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.gate;

import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.Optional;

/// The intents file, read for every call and parsed again only when its bytes changed. Whatever
/// stands there and can't be read is malformed, never the same as no file at all.
final class IntentsOnDisk implements IntentSource {
  private final WorkspaceRecords records;
  private byte[] known = new byte[0];
  private Intents parsed = new Intents.Undeclared();

  IntentsOnDisk(WorkspaceRecords records) {
    this.records = records;
  }

  @Override
  public Intents now() throws IOException {
    Optional<byte[]> bytes;
    try {
      bytes = records.intents();
    } catch (ClosedByInterruptException e) {
      throw e; // the turn is aborted, and says nothing of the file
    } catch (FileSystemException e) {
      String why = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
      return new Intents.Malformed(IntentFile.PATH + " can't be read: " + why);
    } catch (IOException e) {
      return new Intents.Malformed(IntentFile.PATH + " can't be read: " + e.getMessage());
    }
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
      return new Intents.Declared(IntentFile.parse(text(bytes)));
    } catch (CharacterCodingException _) {
      return new Intents.Malformed(IntentFile.PATH + " is not valid UTF-8");
    } catch (JsonException e) {
      return new Intents.Malformed(located(e));
    }
  }

  /// The text of a file's bytes.
  ///
  /// @throws CharacterCodingException where they are no UTF-8
  static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /// What is wrong with the file, and where.
  static String located(JsonException e) {
    return "%s:%d:%d: %s".formatted(IntentFile.PATH, e.line(), e.column(), e.getMessage());
  }
}
