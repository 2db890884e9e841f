// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Checks single lines: whether each is a record, and whether its own hash matches. Lines in Writ's
/// own form are checked as bytes; other lines are parsed, which is slower and reports the error.
/// For one thread.
public final class LineCheck {
  /// The text before a line's own hash.
  private static final byte[] OWN = ascii(",\"hash\":\"sha256:");

  private static final byte[] CLOSE = ascii("\"}}");
  private static final int DIGITS = 64;
  private static final byte[] HEX = values();

  /// How many bytes there are from [#OWN] on.
  private static final int TAIL = OWN.length + DIGITS + CLOSE.length;

  /// Longer lines are always parsed: that sets the limits of strings.
  private static final int MOST_SCANNED = 16 * 1024 * 1024;

  private final RecordCursor cursor = new RecordCursor();
  private final MessageDigest digest = ContentHash.digest();
  private String writer = "";
  private byte[] writerBytes = new byte[0];
  private String problem = "";

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// A whole line.
  ///
  /// @param bytes with its end
  /// @param hash of the line without its end
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  public record HashedLine(byte[] bytes, byte[] hash) {}

  /// Ends a record that has everything but its own hash and its end.
  ///
  /// @param begin how the line begins
  /// @param hashed was given that
  /// @param chain what follows, up to where [#OWN] begins
  /// @throws IOException where it would be no record
  public HashedLine ended(byte[] begin, MessageDigest hashed, byte[] chain) throws IOException {
    int head = begin.length + chain.length;
    byte[] line = Arrays.copyOf(begin, head + TAIL + 1);
    System.arraycopy(chain, 0, line, begin.length, chain.length);
    System.arraycopy(OWN, 0, line, head, OWN.length);
    hashed.update(chain);
    byte[] own = ascii(HexFormat.of().formatHex(copy(hashed).digest()));
    System.arraycopy(own, 0, line, head + OWN.length, DIGITS);
    int length = line.length - 1;
    System.arraycopy(CLOSE, 0, line, length - CLOSE.length, CLOSE.length);
    hashed.update(line, head, TAIL);
    byte[] hash = hashed.digest();
    line[length] = '\n';
    cursor.begin(line, 0, line.length);
    boolean fits = RecordForm.scan(cursor) && cursor.at == length;
    if (!fits && check(line, 0, line.length) == null) {
      throw new IOException("not a valid record: " + problem);
    }
    return new HashedLine(line, hash);
  }

  private static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
    }
  }

  /// Checks the line that begins somewhere.
  ///
  /// @param limit behind the end of the last line
  /// @return its place in its chain; nothing where it does not hold, which [#problem()] explains
  @Nullable
  public ChainLink check(byte[] bytes, int from, int limit) {
    problem = "";
    ChainLink link = scanned(bytes, from, limit);
    if (link != null) {
      return link;
    }
    int to = from;
    while (bytes[to] != '\n') {
      to++;
    }
    return parsed(bytes, from, to);
  }

  /// The error of the last checked line.
  public String problem() {
    return problem;
  }

  private @Nullable ChainLink scanned(byte[] bytes, int from, int limit) {
    cursor.begin(bytes, from, limit);
    if (!RecordForm.scan(cursor) || bytes[cursor.at] != '\n' || cursor.at - from > MOST_SCANNED) {
      return null;
    }
    int to = cursor.at;
    int first = cursor.from(RecordCursor.WRITER) + 1;
    int behind = cursor.to(RecordCursor.WRITER) - 1;
    if (!Arrays.equals(bytes, first, behind, writerBytes, 0, writerBytes.length)) {
      String name = new String(bytes, first, behind - first, StandardCharsets.UTF_8);
      if (name.indexOf('\\') >= 0) {
        return null; // what the escapes mean is not known here
      }
      writer = name;
      writerBytes = Arrays.copyOfRange(bytes, first, behind);
    }
    int prev = cursor.from(RecordCursor.PREV);
    byte[] before = bytes[prev] == 'n' ? null : hex(bytes, prev + 1 + "sha256:".length());
    byte[] hash = hash(bytes, from, to);
    return hash == null
        ? null
        : new ChainLink(id(bytes), writer, cursor.number(RecordCursor.SEQ), before, hash, to);
  }

  private UUID id(byte[] bytes) {
    int first = cursor.from(RecordCursor.ID) + 1;
    int length = cursor.to(RecordCursor.ID) - 1 - first;
    return UUID.fromString(new String(bytes, first, length, StandardCharsets.US_ASCII));
  }

  /// The hash of the line; nothing where its own hash does not fit.
  private byte @Nullable [] hash(byte[] bytes, int from, int to) {
    int own = to - TAIL;
    digest.update(bytes, from, own - from);
    if (!Arrays.equals(copy(digest).digest(), hex(bytes, own + OWN.length))) {
      digest.reset();
      return null;
    }
    digest.update(bytes, own, TAIL);
    return digest.digest();
  }

  private static byte[] hex(byte[] bytes, int from) {
    byte[] value = new byte[DIGITS / 2];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (HEX[bytes[from + 2 * i]] << 4 | HEX[bytes[from + 2 * i + 1]]);
    }
    return value;
  }

  /// The values of digits that were found to be some.
  private static byte[] values() {
    byte[] values = new byte[128];
    for (int i = 0; i < 16; i++) {
      values[Character.forDigit(i, 16)] = (byte) i;
    }
    return values;
  }

  private @Nullable ChainLink parsed(byte[] bytes, int from, int to) {
    String text;
    try {
      ByteBuffer line = ByteBuffer.wrap(bytes, from, to - from);
      text = StandardCharsets.UTF_8.newDecoder().decode(line).toString();
    } catch (CharacterCodingException _) {
      return broken("is not a record: it is not valid UTF-8");
    }
    if (text.endsWith("\r")) {
      return broken(
          "ends with CR LF: Git or an editor has converted its line ends."
              + " Keep them with '.orchestration/*.jsonl -text' in .gitattributes");
    }
    Json.Obj json;
    try {
      json = JsonReader.readObject(text);
    } catch (JsonException e) {
      return broken("is not a record: " + e.getMessage());
    }
    String about = json.text("id").map(id -> "record " + id + ": ").orElse("is not a record: ");
    String fault = RecordForm.fault(json);
    if (!fault.isEmpty()) {
      return broken(about + fault);
    }
    if (!ownHashEnds(bytes, from, to)) {
      return broken(about + "it does not end with its own hash");
    }
    byte[] hash = hash(bytes, from, to);
    if (hash == null) {
      return broken(about + "its own hash does not match: it was changed");
    }
    Json.Obj chain = json.object("chain");
    Optional<String> prev = chain.text("prev");
    return new ChainLink(
        UUID.fromString(json.text("id").orElseThrow()),
        chain.text("writer").orElse(""),
        chain.number("seq").orElse(0),
        prev.isPresent() ? hex(ascii(prev.get()), "sha256:".length()) : null,
        hash,
        to);
  }

  private static boolean ownHashEnds(byte[] bytes, int from, int to) {
    int own = to - TAIL;
    return own > from
        && Arrays.equals(bytes, own, own + OWN.length, OWN, 0, OWN.length)
        && Arrays.equals(bytes, to - CLOSE.length, to, CLOSE, 0, CLOSE.length);
  }

  private @Nullable ChainLink broken(String why) {
    problem = why;
    return null;
  }
}
