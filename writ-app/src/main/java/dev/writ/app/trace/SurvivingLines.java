// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.LineSpan;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.kernel.door.Governor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The remaining recorded lines, file by file.
///
/// @param files those that the ledger names and that are there
/// @param doubts what of the ledger could not be believed
public record SurvivingLines(List<InFile> files, List<String> doubts) {
  public SurvivingLines {
    files = List.copyOf(files);
    doubts = List.copyOf(doubts);
  }

  /// The lines of one file.
  ///
  /// @param portions those that a record explains, in order
  /// @param lines how many there are in all
  public record InFile(WorkspacePath path, List<Portion> portions, int lines) {
    public InFile {
      portions = List.copyOf(portions);
    }

    /// Groups the lines that a blame explains.
    public static InFile of(WorkspacePath path, LineAttribution.Blame blame) {
      List<Portion> portions = new ArrayList<>();
      for (LineAttribution.AttributedLine line : blame.lines()) {
        if (line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author)) {
          Portion last = portions.isEmpty() ? null : portions.getLast();
          if (last != null
              && last.author().equals(author)
              && last.span().last() == line.number() - 1) {
            portions.removeLast();
            portions.add(new Portion(author, new LineSpan(last.span().first(), line.number())));
          } else {
            portions.add(new Portion(author, new LineSpan(line.number(), line.number())));
          }
        }
      }
      return new InFile(path, portions, blame.lines().size());
    }
  }

  /// Consecutive lines of one record.
  public record Portion(LineAuthor author, LineSpan span) {
    /// How many they are.
    public int lines() {
      return span.last() - span.first() + 1;
    }
  }

  /// Blames every file that the ledger names, as it is now.
  ///
  /// @throws IOException where the ledger or a file can't be read
  public static SurvivingLines now(Governor governor, LineAttribution attribution)
      throws IOException {
    List<InFile> files = new ArrayList<>();
    List<String> doubts = List.of();
    for (WorkspacePath path : paths(attribution)) {
      Optional<FileContent> content = governor.reading().file(path);
      if (content.isPresent() && !content.get().binary()) {
        LineAttribution.Blame blame = attribution.blame(path, content.get());
        files.add(InFile.of(path, blame));
        doubts = blame.doubts();
      }
    }
    return new SurvivingLines(files, doubts);
  }

  /// The paths that the ledger names and that are paths.
  static List<WorkspacePath> paths(LineAttribution attribution) {
    List<WorkspacePath> paths = new ArrayList<>();
    for (String name : attribution.paths()) {
      try {
        paths.add(WorkspacePath.of(name));
      } catch (IllegalArgumentException _) {
        // The ledger is as untrusted as the repository it came with.
      }
    }
    return paths;
  }
}
