// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Here-documents that were asked for and whose texts begin behind the next line end, in order.
final class ExpectedDocuments {
  private final List<HereDocument> expected = new ArrayList<>();
  private HereDocument.@Nullable Fault fault;

  boolean isEmpty() {
    return expected.isEmpty();
  }

  /// @param variables their values where the document is asked for
  HereDocument add(
      List<CommandWord.WordPiece> delimiter,
      boolean tabs,
      Function<ParameterExpansion, @Nullable String> variables) {
    boolean literal = delimiter.stream().anyMatch(CommandWord.WordPiece::quoted);
    HereDocument document =
        new HereDocument(WordBuilder.plain(delimiter), tabs, literal, variables);
    expected.add(document);
    return document;
  }

  /// Reads the texts; none is expected any more.
  ///
  /// @param from where the first one begins
  /// @return where what follows them begins
  int read(CharSequence text, int from) {
    int at = from;
    int begin = from;
    for (HereDocument document : expected) {
      int end = document.read(text, begin);
      fault =
          end < 0
              ? new HereDocument.Fault(UnsupportedConstructs.HERE_UNFINISHED, begin, text.length())
              : document.fault();
      if (fault != null) {
        break;
      }
      at = end;
      begin = Math.min(end + 1, text.length());
    }
    expected.clear();
    return at;
  }

  /// The fault of the texts read so far, null if there is none.
  HereDocument.@Nullable Fault fault() {
    return fault;
  }
}
