// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import dev.writ.base.json.Json;
import dev.writ.base.value.LineSpan;
import dev.writ.records.alignment.InsertionSlide;
import dev.writ.records.alignment.LineAlignment;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.alignment.LineReflow;
import dev.writ.records.alignment.MovedBlocks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The lines that a change wrote, and the origin of the others. Reformatting or moving a line does
/// not change its author.
///
/// @param hunks where old and new differ; between them lines are the same but for blanks
/// @param carried lines within hunks that were split, joined or moved
/// @param written lines of the new content that the change wrote
/// @param open lines of the new content that may be new or old
/// @param oldForms of the old content's lines
/// @param forms of the new content's lines
public record ChangedLines(
    List<LineReflow.Group> hunks,
    List<Carried> carried,
    List<LineSpan> written,
    List<LineSpan> open,
    List<LineForm> oldForms,
    List<LineForm> forms) {
  /// The most characters of a pair of numbers, of a range without its lines, and of a line's hash
  /// and form, in a record.
  private static final int NUMBERS_CHARS = 50;

  private static final int RANGE_CHARS = 200;
  private static final int LINE_CHARS = 21;

  public ChangedLines {
    hunks = List.copyOf(hunks);
    carried = List.copyOf(carried);
    written = List.copyOf(written);
    open = List.copyOf(open);
    oldForms = List.copyOf(oldForms);
    forms = List.copyOf(forms);
  }

  /// Lines that stayed whose they were.
  ///
  /// @param forms of the new lines; empty where they are those of the old ones
  record Carried(LineReflow.Group lines, String forms) {}

  /// Compares two contents.
  ///
  /// @param program whether a program wrote it, whose own lines are those that say something new
  static ChangedLines of(List<String> before, List<String> after, boolean program) {
    List<LineForm> old = LineForm.of(before);
    List<LineForm> now = forms(after, before, old);
    long[] nowKeys = LineForm.keys(now);
    int[] match = LineAlignment.of(LineForm.keys(old), nowKeys);
    BitSet open = InsertionSlide.slide(nowKeys, match, old.size(), after);
    List<LineReflow.Group> hunks = LineReflow.gaps(match, old.size());
    LineReflow.islands(hunks, now, open);
    BitSet freeOld = new BitSet();
    BitSet freeNow = new BitSet();
    List<Carried> carried = new ArrayList<>();
    for (LineReflow.Group hunk : hunks) {
      freeOld.set(hunk.oldFrom(), hunk.oldTo());
      freeNow.set(hunk.newFrom(), hunk.newTo());
      for (LineReflow.Group group : LineReflow.groups(old, now, hunk)) {
        if (program || !group.single()) {
          freeOld.clear(group.oldFrom(), group.oldTo());
          freeNow.clear(group.newFrom(), group.newTo());
          String codes = LineForm.codes(now.subList(group.newFrom(), group.newTo()));
          carried.add(new Carried(group, codes));
        }
      }
    }
    for (MovedBlocks.MovedBlock block :
        MovedBlocks.moved(
            old, freeOld, now, freeNow, b -> b.strong() || (program && b.telling() > 0))) {
      carried.add(
          new Carried(
              new LineReflow.Group(
                  block.old(),
                  block.old() + block.length(),
                  block.now(),
                  block.now() + block.length()),
              ""));
    }
    return new ChangedLines(hunks, carried, spans(freeNow), spans(open), old, now);
  }

  /// The forms of lines; those of equal lines at both ends are known already.
  private static List<LineForm> forms(
      List<String> lines, List<String> before, List<LineForm> known) {
    int most = Math.min(lines.size(), before.size());
    int head = 0;
    while (head < most && lines.get(head).equals(before.get(head))) {
      head++;
    }
    int shift = before.size() - lines.size();
    int tail = lines.size();
    while (tail > head
        && tail + shift > head
        && lines.get(tail - 1).equals(before.get(tail - 1 + shift))) {
      tail--;
    }
    List<LineForm> forms = new ArrayList<>(known.subList(0, head));
    forms.addAll(LineForm.of(lines.subList(head, tail)));
    forms.addAll(known.subList(tail + shift, known.size()));
    return forms;
  }

  private static List<LineSpan> spans(BitSet lines) {
    List<LineSpan> spans = new ArrayList<>();
    for (int from = lines.nextSetBit(0); from >= 0; ) {
      int to = lines.nextClearBit(from);
      spans.add(new LineSpan(from + 1, to));
      from = lines.nextSetBit(to);
    }
    return spans;
  }

  /// How many characters of a record it takes, at most.
  public long recordedChars() {
    long chars = NUMBERS_CHARS * ((long) hunks.size() + open.size());
    for (Carried part : carried) {
      chars += 2 * NUMBERS_CHARS + part.forms().length();
    }
    for (LineSpan span : written) {
      chars += RANGE_CHARS + LINE_CHARS * (span.last() - span.first() + 1L);
    }
    return chars + (long) LINE_CHARS * oldForms.size();
  }

  public void put(Json.Builder file) {
    List<Json> differences = new ArrayList<>(hunks.size());
    for (LineReflow.Group hunk : hunks) {
      differences.add(
          numbers(
              hunk.oldFrom() + 1,
              hunk.oldTo() - hunk.oldFrom(),
              hunk.newFrom() + 1,
              hunk.newTo() - hunk.newFrom()));
    }
    file.put("hunks", new Json.Arr(differences));
    if (!open.isEmpty()) {
      List<Json> all = new ArrayList<>(open.size());
      for (LineSpan span : open) {
        all.add(numbers(span));
      }
      file.put("open", new Json.Arr(all));
    }
    if (!carried.isEmpty()) {
      List<Json> all = new ArrayList<>(carried.size());
      for (Carried part : carried) {
        LineReflow.Group lines = part.lines();
        Json.Builder json =
            Json.object()
                .put("from", numbers(lines.oldFrom() + 1, lines.oldTo() - lines.oldFrom()))
                .put("to", numbers(lines.newFrom() + 1, lines.newTo() - lines.newFrom()));
        if (!part.forms().isEmpty()) {
          json.put("forms", part.forms());
        }
        all.add(json.build());
      }
      file.put("carried", new Json.Arr(all));
    }
  }

  private static Json numbers(LineSpan span) {
    return numbers(span.first(), span.last() - span.first() + 1L);
  }

  private static Json numbers(long... values) {
    List<Json> numbers = new ArrayList<>(values.length);
    for (long value : values) {
      numbers.add(Json.of(value));
    }
    return new Json.Arr(numbers);
  }
}
