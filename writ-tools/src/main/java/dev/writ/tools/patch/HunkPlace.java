// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.tools.text.TextSearch;
import java.util.ArrayList;
import java.util.List;

/// The position of a hunk's lines in a file. First they must match exactly; then blanks at their
/// ends are ignored; then up to [#MAX_FUZZ] lines of context at each end are ignored. Removed lines
/// must always match. More than one position is an error, unless the hunk states one.
///
/// @param hunk what is left of the hunk
/// @param at the index of its first old line
/// @param alone whether the whole file has no other such place
/// @param fuzz how it was found; empty where exactly
record HunkPlace(PatchHunk hunk, int at, boolean alone, String fuzz) {
  /// How many lines of context at each end may be left out.
  static final int MAX_FUZZ = 2;

  /// How many lines one patch compares at most.
  static final long MAX_COMPARISONS = 300_000_000;

  private static final int MAX_SHOWN_PLACES = 10;

  /// A hunk that has no place.
  static final class NoPlaceException extends Exception {
    private static final long serialVersionUID = 1;

    NoPlaceException(String message) {
      super(message);
    }
  }

  /// Looks for the places of a file's hunks.
  static final class Search {
    private final List<String> lines;
    private final List<String> stripped;
    private long comparisons;

    /// @param lines of the file, without their ends
    Search(List<String> lines) {
      this.lines = lines;
      this.stripped = new ArrayList<>(lines.size());
      for (String line : lines) {
        stripped.add(line.stripTrailing());
      }
    }

    /// The place of a hunk.
    ///
    /// @param from the first index where it may be: behind the hunk before it
    HunkPlace of(PatchHunk hunk, int from) throws NoPlaceException {
      int start = anchored(hunk, from);
      if (hunk.old().isEmpty()) {
        return insertion(hunk, start, from);
      }
      for (int dropped = 0; dropped <= 2 * MAX_FUZZ; dropped++) {
        for (int head = Math.max(0, dropped - MAX_FUZZ); head <= dropped; head++) {
          int tail = dropped - head;
          if (head > MAX_FUZZ || head > hunk.contextBefore() || tail > hunk.contextAfter()) {
            continue;
          }
          PatchHunk rest = hunk.without(head, tail);
          List<String> old = rest.old();
          if (old.isEmpty() || old.stream().allMatch(String::isBlank)) {
            continue; // no line identifies the place
          }
          for (boolean exact : dropped == 0 ? new boolean[] {true, false} : new boolean[] {false}) {
            List<Integer> places = places(old, exact);
            if (!places.isEmpty()) {
              String fuzz = fuzz(exact, dropped);
              return chosen(rest, places, start, hunk.stated() + head, fuzz);
            }
          }
        }
      }
      throw new NoPlaceException(" was not found.");
    }

    private static String fuzz(boolean exact, int dropped) {
      if (dropped > 0) {
        return dropped + (dropped == 1 ? " line" : " lines") + " of context ignored";
      }
      return exact ? "" : "blanks at line ends ignored";
    }

    /// Behind the lines that the hunk says come before it; they may be its own first lines.
    private int anchored(PatchHunk hunk, int from) throws NoPlaceException {
      int start = from;
      for (String anchor : hunk.anchors()) {
        String wanted = anchor.strip();
        TextSearch part = new TextSearch(wanted);
        int found = -1;
        int containing = -1;
        for (int i = start; i < lines.size() && found < 0; i++) {
          count();
          if (lines.get(i).strip().equals(wanted)) {
            found = i;
          } else if (containing < 0 && part.isIn(lines.get(i))) {
            containing = i;
          }
        }
        found = found < 0 ? containing : found;
        if (found < 0 && hunk.stated() == 0) {
          throw new NoPlaceException(": there is no line '" + anchor + "' for its @@.");
        }
        start = Math.max(start, found);
      }
      return start;
    }

    private void count() throws NoPlaceException {
      if (++comparisons > MAX_COMPARISONS) {
        throw new NoPlaceException(": looking for its place takes too long; use smaller patches.");
      }
    }

    /// A hunk that only adds is put behind the line that it names, or at the end.
    private HunkPlace insertion(PatchHunk hunk, int start, int from) throws NoPlaceException {
      boolean anchored = !hunk.anchors().isEmpty();
      int at = anchored ? start + 1 : hunk.stated() > 0 ? hunk.stated() : lines.size();
      if (hunk.stated() > lines.size() || at < from) {
        throw new NoPlaceException(
            ": it adds after line " + hunk.stated() + ", which does not exist.");
      }
      return new HunkPlace(hunk, lines.isEmpty() ? 0 : at, /* alone= */ false, "");
    }

    private HunkPlace chosen(PatchHunk rest, List<Integer> all, int start, int stated, String fuzz)
        throws NoPlaceException {
      List<Integer> places = new ArrayList<>();
      int size = rest.old().size();
      for (int at : all) {
        if (at >= start && (!rest.atEnd() || at + size == lines.size())) {
          places.add(at);
        }
      }
      if (places.isEmpty()) {
        throw new NoPlaceException(
            rest.atEnd() && all.getLast() >= start
                ? " is not at the end of the file but at " + shown(all) + "."
                : " overlaps what comes before it: it is only at " + shown(all) + ".");
      }
      boolean alone = all.size() == 1;
      if (places.size() == 1 || !rest.anchors().isEmpty()) {
        return new HunkPlace(rest, places.getFirst(), alone, fuzz);
      }
      if (stated > 0 && places.contains(stated - 1)) {
        return new HunkPlace(rest, stated - 1, alone, fuzz);
      }
      throw new NoPlaceException(
          " fits at " + shown(places) + "; add lines of context, or an @@ line before them.");
    }

    private static String shown(List<Integer> places) {
      StringBuilder text = new StringBuilder(places.size() == 1 ? "line " : "lines ");
      for (int i = 0; i < Math.min(places.size(), MAX_SHOWN_PLACES); i++) {
        text.append(i == 0 ? "" : ", ").append(places.get(i) + 1);
      }
      return text.append(places.size() > MAX_SHOWN_PLACES ? ", …" : "").toString();
    }

    private List<Integer> places(List<String> old, boolean exact) throws NoPlaceException {
      List<String> in = exact ? lines : stripped;
      List<String> wanted = exact ? old : old.stream().map(String::stripTrailing).toList();
      List<Integer> places = new ArrayList<>();
      for (int at = 0; at + wanted.size() <= in.size(); at++) {
        int same = 0;
        while (same < wanted.size() && in.get(at + same).equals(wanted.get(same))) {
          same++;
          count();
        }
        count();
        if (same == wanted.size()) {
          places.add(at);
        }
      }
      return places;
    }
  }
}
