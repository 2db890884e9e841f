// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.kernel.intent;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The text of the intent map: generated blocks, one per intent, between text that people wrote.
/// Everything outside a well-formed block is theirs and remains byte for byte; lines that they
/// wrote into a block are moved after it. Texts here have one character (U+0000 to U+00FF) for each
/// byte.
public final class IntentMap {
  /// The map's path, relative to the workspace.
  public static final String PATH = ".orchestration/intent_map.md";

  private static final String BEGIN = "<!-- writ:intent ";
  private static final String END = "<!-- /writ:intent ";
  private static final String READ_TO = "<!-- writ:ledger ";
  private static final String CLOSE = " -->";
  private static final Pattern MARK =
      Pattern.compile(READ_TO + "([0-9]{1,15}) ([0-9a-f-]{36}) ([0-9a-f]{8})" + CLOSE + "\\r?\\n?");

  private static final String HEAD =
      """
      # Intent map

      What each intent changed. Writ writes what stands between its marks; the rest is yours.

      """;

  private final List<Part> parts = new ArrayList<>();
  private final Map<String, IntentSection> blocks = new LinkedHashMap<>();
  private @Nullable Mark mark;

  private sealed interface Part {
    record PlainText(String text) implements Part {}

    record Generated(String intent) implements Part {}

    record Marked() implements Part {}
  }

  /// How far the ledger was read: the record that was the last then. While it still begins there
  /// and the blocks are as they were written, what stands before it need not be read again.
  ///
  /// @param offset where it begins in the ledger, in bytes
  /// @param record its id
  /// @param blocks a checksum of all blocks, against slips
  private record Mark(long offset, String record, String blocks) {}

  /// The map's facts about one intent.
  ///
  /// @param last the id of the last record that is in it; empty for none
  /// @param records how many records of the intent are in it
  /// @param files the declarations changed in each file, by path
  public record IntentSection(String last, long records, Map<String, Set<String>> files) {
    /// Nothing yet.
    public static IntentSection empty() {
      return new IntentSection("", 0, new TreeMap<>());
    }
  }

  private IntentMap() {}

  /// A map without a file yet.
  public static IntentMap fresh() {
    IntentMap map = new IntentMap();
    map.parts.add(new Part.PlainText(HEAD));
    return map;
  }

  /// Reads a map, whatever state it is in.
  public static IntentMap parse(String text) {
    IntentMap map = new IntentMap();
    StringBuilder own = new StringBuilder();
    Map<String, Integer> ends = IntentMapBlock.ends(text);
    int at = 0;
    while (at < text.length()) {
      int end = lineEnd(text, at);
      Matcher marked = MARK.matcher(text).region(at, end);
      if (marked.matches()) {
        map.text(own);
        map.mark(marked);
        at = end;
        continue;
      }
      Optional<IntentMapBlock> block = IntentMapBlock.read(text, at, map.blocks.keySet(), ends);
      if (block.isEmpty()) {
        own.append(text, at, end);
        at = end;
        continue;
      }
      map.text(own);
      block.get().blocks().forEach(map::put);
      own.append(block.get().foreign());
      at = block.get().end();
    }
    map.text(own);
    return map;
  }

  static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end + 1;
  }

  /// Of several marks, as after a merge, the first counts.
  private void mark(Matcher marked) {
    if (mark == null) {
      parts.add(new Part.Marked());
      mark = new Mark(Long.parseLong(marked.group(1)), marked.group(2), marked.group(3));
    }
  }

  /// Whether a line says how far the ledger was read.
  static boolean isMark(String line) {
    return MARK.matcher(line).matches();
  }

  private void text(StringBuilder own) {
    if (!own.isEmpty()) {
      parts.add(new Part.PlainText(own.toString()));
      own.setLength(0);
    }
  }

  /// What people wrote, and the words at its head.
  public String own() {
    StringBuilder own = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Part.PlainText(String text)) {
        line(own);
        own.append(text);
      }
    }
    return own.toString();
  }

  /// The facts about an intent.
  public Optional<IntentSection> block(String intent) {
    return Optional.ofNullable(blocks.get(intent));
  }

  /// The intents that have a block.
  public Set<String> intents() {
    return Set.copyOf(blocks.keySet());
  }

  /// Replaces an intent's block, or appends it.
  public void put(String intent, IntentSection block) {
    if (blocks.put(intent, block) == null) {
      parts.add(new Part.Generated(intent));
    }
  }

  /// From where on the ledger has to be read: where the record begins that was the last when the
  /// map was written; empty if the map is not as it was then.
  public OptionalLong readTo() {
    return mark != null && mark.blocks().equals(checksum())
        ? OptionalLong.of(mark.offset())
        : OptionalLong.empty();
  }

  /// The id of the record that begins at [#readTo()].
  public String lastRead() {
    return mark == null ? "" : mark.record();
  }

  /// Keeps how far the ledger was read, which goes with the blocks as they are now.
  ///
  /// @param offset where the last record begins, in bytes
  /// @param record its id
  public void read(long offset, String record) {
    if (mark == null) {
      parts.add(new Part.Marked());
    }
    mark = new Mark(offset, record, checksum());
  }

  private String checksum() {
    StringBuilder all = new StringBuilder();
    new TreeMap<>(blocks).forEach((intent, block) -> write(all, intent, block, "", ""));
    CRC32 sum = new CRC32();
    sum.update(all.toString().getBytes(StandardCharsets.ISO_8859_1));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /// The map's text.
  ///
  /// @param titles what stands after an intent's id; empty if nothing is known
  /// @param scopes the owned scope, as one line; empty if nothing is known
  public String write(Map<String, String> titles, Map<String, String> scopes) {
    StringBuilder out = new StringBuilder();
    Set<String> written = new HashSet<>();
    for (Part part : parts) {
      switch (part) {
        case Part.PlainText(String text) -> out.append(text);
        case Part.Marked() -> mark(out);
        case Part.Generated(String intent) -> {
          IntentSection block = blocks.get(intent);
          if (block != null && written.add(intent)) {
            line(out);
            write(
                out,
                intent,
                block,
                titles.getOrDefault(intent, ""),
                scopes.getOrDefault(intent, ""));
          }
        }
      }
    }
    return out.toString();
  }

  private void mark(StringBuilder out) {
    if (mark != null) {
      line(out);
      out.append(READ_TO).append(mark.offset()).append(' ').append(mark.record());
      out.append(' ').append(mark.blocks()).append(CLOSE).append('\n');
    }
  }

  /// Begins a line.
  private static void line(StringBuilder out) {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  private static void write(
      StringBuilder out, String intent, IntentSection block, String title, String scope) {
    out.append(BEGIN).append(intent).append(" last=");
    out.append(block.last().isEmpty() ? "none" : block.last());
    out.append(" records=").append(block.records()).append(CLOSE).append('\n');
    out.append(IntentMapBlock.TITLE).append(intent);
    if (!title.isEmpty()) {
      out.append(": ").append(IntentMapBlock.inert(title));
    }
    out.append("\n\n");
    if (!scope.isEmpty()) {
      out.append(IntentMapBlock.SCOPE).append(IntentMapBlock.inert(scope)).append("\n\n");
    }
    block
        .files()
        .forEach(
            (path, anchors) -> {
              out.append(IntentMapBlock.ITEM).append(IntentMapBlock.escaped(path)).append('`');
              String before = ": `";
              for (String anchor : anchors) {
                out.append(before).append(IntentMapBlock.escaped(anchor)).append('`');
                before = ", `";
              }
              out.append('\n');
            });
    out.append(END).append(intent).append(CLOSE).append('\n');
  }

  static String begin() {
    return BEGIN;
  }

  static String end(String intent) {
    return END + intent + CLOSE;
  }

  static String close() {
    return CLOSE;
  }
}
