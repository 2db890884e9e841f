// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import dev.writ.base.value.FileContent;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A file's text for editing: UTF-8 with one character per byte, so that unchanged bytes remain,
/// valid or not; UTF-16 as it is. The byte order mark is separate.
///
/// @param charset what the file is in
public record EditableText(Charset charset, String mark, String text) {
  private static final String UTF_8_MARK = "\u00ef\u00bb\u00bf";
  private static final String UTF_16_MARK = "\uFEFF";

  public static EditableText of(FileContent content) {
    Charset charset = content.charset();
    if (!charset.equals(StandardCharsets.UTF_8)) {
      String text = content.text();
      // A text that does not survive a round trip is edited byte by byte, too.
      if (Arrays.equals(text.getBytes(charset), content.bytes())) {
        return marked(charset, UTF_16_MARK, text);
      }
    }
    return marked(StandardCharsets.UTF_8, UTF_8_MARK, content.latin1());
  }

  private static EditableText marked(Charset charset, String mark, String text) {
    return text.startsWith(mark)
        ? new EditableText(charset, mark, text.substring(mark.length()))
        : new EditableText(charset, "", text);
  }

  /// A text of a model's in the same units.
  public String units(String written) {
    return wide()
        ? written
        : new String(written.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /// A part of this text as people read it.
  String shown(String part) {
    return wide()
        ? part
        : new String(part.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private boolean wide() {
    return !charset.equals(StandardCharsets.UTF_8);
  }

  /// The file with another text.
  public FileContent with(String edited) {
    String whole = mark + edited;
    return FileContent.of(whole.getBytes(wide() ? charset : StandardCharsets.ISO_8859_1));
  }
}
