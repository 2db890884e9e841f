// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.spending;

import dev.writ.base.json.JsonException;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.store.WorkspaceRecords;
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
public final class IntentFileSource implements IntentSource {
  private final WorkspaceRecords records;
  private byte[] known = new byte[0];
  private DeclaredIntents parsed = new DeclaredIntents.Undeclared();

  public IntentFileSource(WorkspaceRecords records) {
    this.records = records;
  }

  @Override
  public DeclaredIntents now() throws IOException {
    Optional<byte[]> bytes;
    try {
      bytes = records.intents();
    } catch (ClosedByInterruptException e) {
      throw e; // the turn is aborted, and says nothing of the file
    } catch (FileSystemException e) {
      String why = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
      return new DeclaredIntents.MalformedIntents(IntentFile.PATH + " cannot be read: " + why);
    } catch (IOException e) {
      return new DeclaredIntents.MalformedIntents(
          IntentFile.PATH + " cannot be read: " + e.getMessage());
    }
    return bytes.isEmpty() ? new DeclaredIntents.Undeclared() : of(bytes.get());
  }

  private synchronized DeclaredIntents of(byte[] bytes) {
    if (!Arrays.equals(known, bytes) || parsed instanceof DeclaredIntents.Undeclared) {
      parsed = parse(bytes);
      known = bytes;
    }
    return parsed;
  }

  private static DeclaredIntents parse(byte[] bytes) {
    try {
      return new DeclaredIntents.Declared(IntentFile.parse(text(bytes)));
    } catch (CharacterCodingException _) {
      return new DeclaredIntents.MalformedIntents(IntentFile.PATH + " is not valid UTF-8");
    } catch (JsonException e) {
      return new DeclaredIntents.MalformedIntents(located(e));
    }
  }

  /// The text of a file's bytes.
  ///
  /// @throws CharacterCodingException if they are not UTF-8
  public static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /// The error in the file, with its position.
  public static String located(JsonException e) {
    return "%s:%d:%d: %s".formatted(IntentFile.PATH, e.line(), e.column(), e.getMessage());
  }
}
