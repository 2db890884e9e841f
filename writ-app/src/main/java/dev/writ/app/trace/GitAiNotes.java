// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.LineSpan;
import dev.writ.history.attribution.CommitHistory;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.records.change.LineDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The note that git-ai (authorship 3.0.0) reads beside a commit: which of the lines that the
/// commit added are a model's.
public final class GitAiNotes {
  private static final String SCHEMA = "authorship/3.0.0";
  private static final String TOOL = "writ";
  private static final int ID_DIGITS = 14;

  private final LineAttribution attribution;
  private final CommitHistory commits;
  private boolean foreign;

  /// Notes about what that attribution knows.
  public GitAiNotes(LineAttribution attribution) {
    this.attribution = attribution;
    this.commits = attribution.commits();
  }

  /// The note of one commit; nothing where no line that it added is a model's.
  ///
  /// @throws IOException where the ledger or the repository can't be read
  public Optional<String> note(String commit) throws IOException {
    StringBuilder text = new StringBuilder();
    Map<String, Json> sessions = new TreeMap<>();
    Optional<String> parent = commits.parent(commit);
    commits.expect(commit, SurvivingLines.paths(attribution));
    for (WorkspacePath path : SurvivingLines.paths(attribution)) {
      Optional<LineAttribution.Blame> blame = attribution.blameAt(commit, path);
      if (blame.isEmpty()) {
        continue;
      }
      List<String> before = parent.isEmpty() ? List.of() : commits.lines(parent.get(), path);
      Map<String, List<Integer>> lines = lines(blame.get(), before, sessions);
      if (!lines.isEmpty()) {
        text.append(quoted(path.toString())).append('\n');
        lines.forEach(
            (key, numbers) ->
                text.append("  ").append(key).append(' ').append(ranges(numbers)).append('\n'));
      }
    }
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Json.Obj json =
        Json.object()
            .put("schema_version", SCHEMA)
            .put("base_commit_sha", commit)
            .put("prompts", Json.Obj.EMPTY)
            .put("sessions", new Json.Obj(sessions))
            .build();
    return Optional.of(text + "---\n" + json.write() + "\n");
  }

  /// Whether a note names lines of records that the person's audit log does not have.
  public boolean foreign() {
    return foreign;
  }

  private Map<String, List<Integer>> lines(
      LineAttribution.Blame blame, List<String> before, Map<String, Json> sessions) {
    List<String> after = blame.lines().stream().map(LineAttribution.AttributedLine::text).toList();
    Map<String, List<Integer>> lines = new LinkedHashMap<>();
    for (LineSpan span : LineDiff.of(before, after).newSpans()) {
      for (int number = span.first(); number <= span.last(); number++) {
        LineAttribution.AttributedLine line = blame.lines().get(number - 1);
        if (line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author)
            && author.who() != LineAuthor.Who.HUMAN) {
          foreign |= !author.place().own();
          String session = "s_" + digits(TOOL + ":" + author.session());
          sessions.putIfAbsent(session, session(author));
          lines
              .computeIfAbsent(session + "::t_" + digits(author.record()), _ -> new ArrayList<>())
              .add(number);
        }
      }
    }
    return lines;
  }

  private static Json session(LineAuthor author) {
    return Json.object()
        .put(
            "agent_id",
            Json.object()
                .put("tool", TOOL)
                .put("id", author.session())
                .put("model", author.model())
                .build())
        .build();
  }

  private static String digits(String text) {
    int from = "sha256:".length();
    return ContentHash.of(text).substring(from, from + ID_DIGITS);
  }

  /// `1-4,9,12`.
  static String ranges(List<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < numbers.size()) {
      int end = at;
      while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
        end++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers.get(at));
      if (end > at) {
        text.append('-').append(numbers.get(end));
      }
      at = end + 1;
    }
    return text.toString();
  }

  private static String quoted(String path) {
    return path.chars().anyMatch(Character::isWhitespace) ? '"' + path + '"' : path;
  }
}
