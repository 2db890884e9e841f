// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.spending;

import dev.writ.base.json.JsonException;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.objects.SparseCheckout;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The intents file, read for every call and parsed again only when its bytes changed. Whatever
/// stands there and can't be read is malformed, never the same as no file at all; nor is what a
/// sparse checkout leaves out, of the intents as of other files that limit or record changes.
public final class IntentFileSource implements IntentSource {
  private static final List<String> NEEDED =
      List.of(
          IntentFile.PATH,
          AuthorityFile.PATH,
          ".writ/config.yaml",
          ".writ.json",
          ".writignore",
          Ledger.PATH);

  private final WorkspaceRecords records;
  private final SparseCheckout sparse;
  private byte[] known = new byte[0];
  private DeclaredIntents parsed = new DeclaredIntents.Undeclared();

  public IntentFileSource(WorkspaceRecords records, GitHead head) {
    this.records = records;
    this.sparse = new SparseCheckout(head);
  }

  @Override
  public DeclaredIntents now() throws IOException {
    Optional<byte[]> bytes;
    try {
      List<String> leftOut = sparse.leftOut(NEEDED);
      if (!leftOut.isEmpty()) {
        return new DeclaredIntents.MalformedIntents(leftOut(leftOut));
      }
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

  private static String leftOut(List<String> files) {
    String places =
        files.stream()
            .map(file -> file.indexOf('/') < 0 ? "/" + file : file.substring(0, file.indexOf('/')))
            .distinct()
            .collect(Collectors.joining(" "));
    return "Run 'git sparse-checkout add %s' first: nothing can be changed without %s, which the"
            .formatted(places, String.join(", ", files))
        + " sparse checkout leaves out";
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
