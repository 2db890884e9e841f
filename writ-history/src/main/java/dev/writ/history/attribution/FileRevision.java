// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.json.Json;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.alignment.LineReflow;
import dev.writ.records.ledger.RecordedChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The part of one record about one file, read without trust: inconsistent parts are ignored.
final class FileRevision {
  private final RecordedChange change;
  private final int author;
  private final boolean undoing;

  /// @param author its index
  /// @param undoing whether the record takes another back
  FileRevision(RecordedChange change, int author, boolean undoing) {
    this.change = change;
    this.author = author;
    this.undoing = undoing;
  }

  String path() {
    return change.path();
  }

  /// The file's previous path, if it was moved.
  Optional<String> from() {
    return change.from();
  }

  Optional<String> before() {
    return change.before().hash();
  }

  Optional<String> after() {
    return change.after().hash();
  }

  boolean undoing() {
    return undoing;
  }

  int author() {
    return author;
  }

  /// Whether it says how the lines came about.
  boolean isRecorded() {
    return change.json().get("hunks").isPresent();
  }

  /// The forms of the old lines, if the record has them.
  Optional<List<LineForm>> oldForms() {
    return change.json().text("old_forms").map(KnownState::read);
  }

  /// The state after this change.
  ///
  /// @param before empty where nothing was; nothing where it isn't known
  KnownState after(Optional<KnownState> before) {
    List<int[]> hunks = hunks();
    KnownState old = before.orElseGet(() -> KnownState.blank(0));
    int size = before.isPresent() && isRecorded() ? size(old.size(), hunks) : last();
    KnownState now = KnownState.blank(Math.max(size, 0));
    if (before.isPresent() && isRecorded()) {
      keep(old, hunks, now);
      carry(old, now);
    }
    written(now);
    open(now);
    return now;
  }

  private static int size(int olds, List<int[]> hunks) {
    int size = olds;
    for (int[] hunk : hunks) {
      size += hunk[3] - hunk[1];
    }
    return Math.min(size, LIMIT);
  }

  private static final int LIMIT = 8_000_000;

  private int last() {
    int last = 0;
    for (Json.Obj range : ranges()) {
      last = Math.max(last, (int) Math.min(LIMIT, range.number("end_line").orElse(0)));
    }
    return last;
  }

  private static void keep(KnownState old, List<int[]> hunks, KnownState now) {
    int i = 0;
    int p = 0;
    for (int[] hunk : hunks) {
      while (i < hunk[0] - 1 && p < hunk[2] - 1 && i < old.size() && p < now.size()) {
        copy(old, i++, now, p++);
      }
      i = hunk[0] - 1 + hunk[1];
      p = hunk[2] - 1 + hunk[3];
    }
    while (i >= 0 && p >= 0 && i < old.size() && p < now.size()) {
      copy(old, i++, now, p++);
    }
  }

  private static void copy(KnownState old, int i, KnownState now, int p) {
    now.forms().set(p, old.forms().get(i));
    now.authors()[p] = old.authors()[i];
  }

  private List<int[]> hunks() {
    List<int[]> hunks = new ArrayList<>();
    for (Json item : change.json().items("hunks")) {
      int[] hunk = numbers(item, 4);
      if (hunk.length == 4 && hunk[0] > 0 && hunk[2] > 0) {
        hunks.add(hunk);
      }
    }
    return hunks;
  }

  private static int[] numbers(Json item, int count) {
    if (!(item instanceof Json.Arr(List<Json> items)) || items.size() != count) {
      return new int[0];
    }
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      long number = items.get(i) instanceof Json.Num num ? num.whole().orElse(-1) : -1;
      if (number < 0 || number > LIMIT) {
        return new int[0];
      }
      numbers[i] = (int) number;
    }
    return numbers;
  }

  private void carry(KnownState old, KnownState now) {
    for (Json item : change.json().items("carried")) {
      if (!(item instanceof Json.Obj part)) {
        continue;
      }
      int[] from = numbers(part.get("from").orElse(item), 2);
      int[] to = numbers(part.get("to").orElse(item), 2);
      boolean fits =
          from.length == 2
              && to.length == 2
              && from[0] > 0
              && to[0] > 0
              && from[0] - 1 + from[1] <= old.size()
              && to[0] - 1 + to[1] <= now.size();
      if (!fits) {
        continue;
      }
      Optional<List<LineForm>> forms = part.text("forms").map(KnownState::read);
      if (forms.isEmpty() && from[1] == to[1]) {
        for (int k = 0; k < to[1]; k++) {
          copy(old, from[0] - 1 + k, now, to[0] - 1 + k);
        }
      } else if (forms.isPresent() && forms.get().size() == to[1]) {
        for (int k = 0; k < to[1]; k++) {
          now.forms().set(to[0] - 1 + k, forms.get().get(k));
        }
        int f = from[0] - 1;
        int t = to[0] - 1;
        shareOut(
            old, new LineReflow.Group(f, f + from[1], t, t + to[1]), now.forms(), now.authors());
      }
    }
  }

  /// Gives each new line of a group the author of the old lines that its tokens come from.
  static void shareOut(KnownState old, LineReflow.Group whole, List<LineForm> now, int[] authors) {
    int oldTo = whole.oldTo();
    int newTo = whole.newTo();
    while (oldTo > whole.oldFrom() && newTo > whole.newFrom()) {
      if (old.forms().get(oldTo - 1).tokens() + now.get(newTo - 1).tokens() > 0) {
        break;
      }
      authors[--newTo] = old.authors()[--oldTo]; // what closes on its own line on both sides
    }
    LineReflow.Group group = new LineReflow.Group(whole.oldFrom(), oldTo, whole.newFrom(), newTo);
    int i = group.oldFrom();
    int left = i < group.oldTo() ? old.forms().get(i).tokens() : 0;
    int previous = KnownState.ABSENT;
    for (int p = group.newFrom(); p < group.newTo(); p++) {
      int needed = now.get(p).tokens();
      int author = KnownState.ABSENT;
      while (needed > 0 && i < group.oldTo()) {
        if (left == 0) {
          i++;
          left = i < group.oldTo() ? old.forms().get(i).tokens() : 0;
          continue;
        }
        int own = old.authors()[i];
        author = author == KnownState.ABSENT || author == own ? own : KnownState.OPEN;
        int used = Math.min(needed, left);
        needed -= used;
        left -= used;
      }
      authors[p] = author == KnownState.ABSENT ? previous : author;
      previous = authors[p];
    }
    for (int p = group.newTo() - 1; p >= group.newFrom(); p--) {
      if (authors[p] == KnownState.ABSENT) {
        authors[p] = p + 1 < group.newTo() ? authors[p + 1] : KnownState.NOBODY;
      }
    }
  }

  private void written(KnownState now) {
    for (Json.Obj range : ranges()) {
      int start = Math.clamp(range.number("start_line").orElse(0), 0, LIMIT) - 1;
      List<LineForm> forms = KnownState.read(range.text("line_forms").orElse(""));
      for (int k = 0; k < forms.size(); k++) {
        if (start >= 0 && start + k < now.size()) {
          now.forms().set(start + k, forms.get(k));
          now.authors()[start + k] = author;
        }
      }
    }
  }

  private void open(KnownState now) {
    for (Json item : change.json().items("open")) {
      int[] span = numbers(item, 2);
      if (span.length == 2 && span[0] > 0) {
        for (int p = span[0] - 1; p < span[0] - 1 + span[1] && p < now.size(); p++) {
          now.authors()[p] = KnownState.OPEN;
        }
      }
    }
  }

  private List<Json.Obj> ranges() {
    return change.conversations().stream().flatMap(one -> one.ranges().stream()).toList();
  }
}
