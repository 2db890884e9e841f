// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.FileState;

/// What an existing file keeps when a model, which writes LF and forgets the last line end,
/// replaces
/// it: its line ends, its byte order mark, its final newline.
///
/// @param crlf whether most lines end with CR LF
/// @param bom whether it begins with a byte order mark
/// @param finalNewline whether its last line is ended; a new file's is left as the model wrote it
record FileHabits(boolean crlf, boolean bom, FinalNewline finalNewline) {
  private static final String BOM = "\uFEFF";

  enum FinalNewline {
    PRESENT,
    MISSING,
    AS_WRITTEN
  }

  static FileHabits of(FileState state) {
    if (!(state instanceof FileState.Present(Content content)) || content.size() == 0) {
      return new FileHabits(false, false, FinalNewline.AS_WRITTEN);
    }
    String text = content.text();
    return new FileHabits(
        mostlyCrlf(text),
        text.startsWith(BOM),
        text.endsWith("\n") ? FinalNewline.PRESENT : FinalNewline.MISSING);
  }

  static boolean mostlyCrlf(String text) {
    long lf = text.chars().filter(c -> c == '\n').count();
    long crlf = 0;
    for (int i = text.indexOf("\r\n"); i >= 0; i = text.indexOf("\r\n", i + 2)) {
      crlf++;
    }
    return crlf * 2 > lf;
  }

  String apply(String written) {
    String text = written;
    if (crlf && !text.contains("\r\n")) {
      text = text.replace("\n", "\r\n");
    }
    if (bom && !text.startsWith(BOM)) {
      text = BOM + text;
    }
    String end = crlf ? "\r\n" : "\n";
    return switch (finalNewline) {
      case AS_WRITTEN -> text;
      case PRESENT -> text.isEmpty() || text.endsWith("\n") ? text : text + end;
      case MISSING -> text;
    };
  }
}
