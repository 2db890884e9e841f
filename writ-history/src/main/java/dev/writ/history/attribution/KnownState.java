// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.records.alignment.LineForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A content of a file that the ledger knows of: each line's form and its author.
///
/// @param authors an index into the records' authors, or one of the constants, per line
@SuppressWarnings("ArrayRecordComponent") // filled in place; never compared
record KnownState(List<LineForm> forms, int[] authors) {
  /// No record wrote it, as far as was looked.
  static final int NOBODY = -1;

  /// One of several states wrote it; which one is ambiguous.
  static final int OPEN = -2;

  /// Not found in the state that was looked at.
  static final int ABSENT = -3;

  /// A line without any information.
  private static final LineForm BLIND = new LineForm(0xFFFFFFFFFL, 0, 0, 0xFFF);

  static KnownState blank(int lines) {
    List<LineForm> forms = new ArrayList<>(lines);
    for (int i = 0; i < lines; i++) {
      forms.add(BLIND);
    }
    return new KnownState(forms, filled(lines, NOBODY));
  }

  static int[] filled(int length, int value) {
    int[] all = new int[length];
    Arrays.fill(all, value);
    return all;
  }

  static List<LineForm> read(String codes) {
    List<LineForm> forms = new ArrayList<>(codes.length() / LineForm.CODE_CHARS);
    for (int at = 0; at + LineForm.CODE_CHARS <= codes.length(); at += LineForm.CODE_CHARS) {
      forms.add(LineForm.read(codes, at));
    }
    return forms;
  }

  int size() {
    return authors.length;
  }

  /// What no record wrote in an earlier state of the same content stays nobody's: bringing it back
  /// is not writing.
  void keepNobodys(KnownState earlier) {
    for (int line = 0; line < Math.min(size(), earlier.size()); line++) {
      if (earlier.authors[line] == NOBODY) {
        authors[line] = NOBODY;
      }
    }
  }
}
