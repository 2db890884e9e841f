// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.tools.text.EditableText;
import dev.writ.tools.text.TextLine;
import java.util.List;

/// Properties of an existing file that survive its replacement by a model, which writes UTF-8 with
/// LF and omits the last line end: its encoding with the byte order mark, its line ends (each
/// remaining line keeps its own), its final line end.
final class FileHabits {
  private FileHabits() {}

  /// The content of a file that is written whole.
  static FileContent apply(FileState before, String written) {
    if (!(before instanceof FileState.Present(FileContent content)) || content.size() == 0) {
      return FileContent.of(written);
    }
    EditableText old = EditableText.of(content);
    String unmarked = written.startsWith("\uFEFF") ? written.substring(1) : written;
    String text = old.units(unmarked);
    List<TextLine> lines = TextLine.of(old.text());
    String usual = TextLine.usualEnd(lines);
    boolean ended = !lines.isEmpty() && !lines.getLast().end().isEmpty();
    if (ended && !text.isEmpty() && !text.endsWith("\n") && !text.endsWith("\r")) {
      text = text + "\n";
    } else if (!ended && text.endsWith("\n")) {
      text = text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
    }
    boolean plain = usual.equals("\n") && old.text().indexOf('\r') < 0;
    if (!plain && text.indexOf('\r') < 0) {
      text = TextLine.inPlaceOf(lines, text, usual);
    }
    return old.with(text);
  }
}
