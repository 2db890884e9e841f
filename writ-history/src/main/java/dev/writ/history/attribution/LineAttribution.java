// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Names the record behind each line of a file. A line gets a record only on evidence of content
/// and place together; where the evidence speaks for two, it says so instead of choosing. Any
/// program, and whoever has the repository, can append a line to the ledger: a record that the
/// person's audit log does not have takes no line from one that it has, and is told as somebody
/// else's.
public final class LineAttribution {
  private final Evidence evidence;
  private final RecordCache records;
  private final RecordCache own;

  /// Reads through the ledger once.
  ///
  /// @param vouched the hashes of the records' lines that the person's audit log has
  /// @throws IOException where it can't be read
  public LineAttribution(Evidence evidence, Set<String> vouched) throws IOException {
    this.evidence = evidence;
    LedgerIndex index = new LedgerIndex(evidence);
    this.records = new RecordCache(index, vouched, false);
    this.own = new RecordCache(index, vouched, true);
  }

  /// The authors of a file's lines.
  ///
  /// @param lines one for each
  /// @param doubts what of the ledger could not be believed, in words
  public record Blame(List<AttributedLine> lines, List<String> doubts) {
    public Blame {
      lines = List.copyOf(lines);
      doubts = List.copyOf(doubts);
    }
  }

  /// A line and who wrote it.
  ///
  /// @param number from 1
  public record AttributedLine(int number, String text, LineOrigin source) {}

  /// The origin of a line.
  public sealed interface LineOrigin {
    /// A record wrote it.
    record RecordedOrigin(LineAuthor author) implements LineOrigin {}

    /// No record explains it: a person wrote it.
    record Unrecorded() implements LineOrigin {}

    /// The origin is ambiguous.
    record Unknown() implements LineOrigin {}
  }

  /// The files that the ledger knows of.
  public List<String> paths() {
    return records.index().paths().stream().sorted().toList();
  }

  /// Blames a file as it is now.
  ///
  /// @throws IOException where the ledger or the file can't be read
  public Blame blame(WorkspacePath path, FileContent content) throws IOException {
    List<String> text = content.binary() ? List.of() : content.lines();
    List<LineOrigin> origins = origins(records, path, content, text);
    if (records.foreign()) {
      List<LineOrigin> certain = origins(own, path, content, text);
      for (int p = 0; p < origins.size(); p++) {
        origins.set(p, weighed(certain.get(p), origins.get(p)));
      }
    }
    List<AttributedLine> lines = new ArrayList<>(text.size());
    for (int p = 0; p < origins.size(); p++) {
      lines.add(new AttributedLine(p + 1, text.get(p), origins.get(p)));
    }
    return new Blame(lines, doubts());
  }

  /// What counts of two answers.
  ///
  /// @param own by the person's own records alone
  /// @param all with those of others, which can lead an own one to any line
  private static LineOrigin weighed(LineOrigin own, LineOrigin all) {
    return switch (all) {
      case LineOrigin.RecordedOrigin(LineAuthor author) when author.place().own() ->
          own instanceof LineOrigin.RecordedOrigin ? own : new LineOrigin.Unknown();
      case LineOrigin.RecordedOrigin _ -> own instanceof LineOrigin.RecordedOrigin ? own : all;
      case LineOrigin.Unrecorded _, LineOrigin.Unknown _ ->
          own instanceof LineOrigin.Unrecorded ? all : own;
    };
  }

  private List<LineOrigin> origins(
      RecordCache records, WorkspacePath path, FileContent content, List<String> text)
      throws IOException {
    List<LineForm> forms = LineForm.of(text);
    Map<Long, String> texts = new HashMap<>();
    for (int i = 0; i < text.size(); i++) {
      texts.putIfAbsent(forms.get(i).key(), text.get(i));
    }
    FileLineage lineage = new FileLineage(path.toString(), records, evidence, texts);
    Optional<KnownState> exact = lineage.exactly(content).filter(s -> s.size() == text.size());
    int[] authors =
        exact.isPresent()
            ? exact.get().authors().clone()
            : lineage.explain(forms, text).authors().clone();
    BitSet open = new BitSet();
    for (int p = 0; p < authors.length; p++) {
      open.set(p, authors[p] == KnownState.ABSENT || authors[p] == KnownState.NOBODY);
    }
    if (!open.isEmpty()) {
      MovedLineFinder finder = new MovedLineFinder(path, lineage, records, evidence);
      finder.here(forms, text, authors, open);
      finder.elsewhere(forms, text, authors, open);
    }
    TrivialLineAttribution.attribute(forms, text, authors);
    List<LineOrigin> origins = new ArrayList<>(authors.length);
    for (int author : authors) {
      origins.add(source(records, author));
    }
    return origins;
  }

  /// Blames a file as it is in a commit; nothing where the commit has no such file.
  ///
  /// @throws IOException where the ledger can't be read
  public Optional<Blame> blameAt(String commit, WorkspacePath path) throws IOException {
    return evidence.past(commit, path) instanceof Evidence.Past.Had(FileContent content)
        ? Optional.of(blame(path, content))
        : Optional.empty();
  }

  /// The facts from commits.
  public CommitHistory commits() {
    return new CommitHistory(evidence);
  }

  private static LineOrigin source(RecordCache records, int author) {
    if (author >= 0) {
      return new LineOrigin.RecordedOrigin(records.author(author));
    }
    return author == KnownState.OPEN ? new LineOrigin.Unknown() : new LineOrigin.Unrecorded();
  }

  private List<String> doubts() throws IOException {
    List<String> doubts = new ArrayList<>();
    records.doubts().forEach((line, doubt) -> doubts.add("line " + line + " " + doubt));
    if (records.index().torn()) {
      doubts.add("the last line is incomplete");
    }
    return doubts;
  }
}
