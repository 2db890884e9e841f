// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.trace.SurvivingLines;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.history.attribution.CommitHistory;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `writ trace anchor`: after a rebase, a squash or an amend, records the commits and positions of
/// the records' lines. The ledger itself remains unchanged.
public final class TraceAnchor {
  /// A longer file is none that Writ wrote: a repository can bring one of any length.
  private static final int MAX_BYTES = 64 << 20;

  /// The file of anchors.
  public static final String PATH = ".orchestration/trace_anchors.jsonl";

  public static final String HOOK = "hook";

  /// The hook that Git runs after rewriting history.
  static final String SCRIPT =
      """
      #!/bin/sh
      # After a commit, amend, rebase or merge: where the lines of Writ's ledger are now.
      command -v writ >/dev/null && writ trace anchor >/dev/null 2>&1
      exit 0
      """;

  private TraceAnchor() {}

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws IOException {
    if (arguments.has(HOOK)) {
      context.out().print(SCRIPT);
      context
          .err()
          .println(
              "Save it as .git/hooks/post-rewrite and post-merge, and make both executable. It does"
                  + " nothing if writ is not on the PATH.");
      return ExitCode.DONE;
    }
    LineAttribution attribution = LinePlace.attribution(host, context);
    Optional<String> head = attribution.commits().checkedOut();
    if (head.isEmpty()) {
      context.err().println("writ: there is no commit to anchor records in");
      return ExitCode.FAILED;
    }
    Map<String, Json.Obj> anchors = anchors(attribution, head.get());
    Path file = host.governor().root().resolve(PATH);
    Map<String, String> known = known(file);
    StringBuilder fresh = new StringBuilder();
    int count = 0;
    for (Map.Entry<String, Json.Obj> anchor : anchors.entrySet()) {
      String text = anchor.getValue().write();
      if (!text.equals(known.get(anchor.getKey()))) {
        fresh.append(text).append('\n');
        count++;
      }
    }
    if (count > 0) {
      Files.createDirectories(file.resolveSibling(""));
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        Journal.demandSoleName(file);
      }
      Files.writeString(
          file,
          fresh,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);
    }
    context.out().println(count + " of " + anchors.size() + " records anchored again in " + PATH);
    return ExitCode.DONE;
  }

  /// Per record where its lines are in the commit that is checked out, and which commit had the
  /// first of them first.
  private static Map<String, Json.Obj> anchors(LineAttribution attribution, String head)
      throws IOException {
    Map<String, LineAuthor> authors = new LinkedHashMap<>();
    Map<String, List<Json>> places = new LinkedHashMap<>();
    Map<String, String> commits = new LinkedHashMap<>();
    CommitHistory history = attribution.commits();
    history.expect(
        head,
        attribution.paths().stream().map(TraceAnchor::path).flatMap(Optional::stream).toList());
    for (String name : attribution.paths()) {
      Optional<WorkspacePath> path = path(name);
      Optional<LineAttribution.Blame> blame =
          path.isEmpty() ? Optional.empty() : attribution.blameAt(head, path.get());
      if (blame.isEmpty()) {
        continue;
      }
      SurvivingLines.InFile inFile = SurvivingLines.InFile.of(path.get(), blame.get());
      Map<String, List<Json>> here = new LinkedHashMap<>();
      for (SurvivingLines.Portion portion : inFile.portions()) {
        String record = portion.author().record();
        authors.put(record, portion.author());
        List<Json> span = List.of(Json.of(portion.span().first()), Json.of(portion.span().last()));
        here.computeIfAbsent(record, _ -> new ArrayList<>()).add(new Json.Arr(span));
        if (!commits.containsKey(record)) {
          String text = blame.get().lines().get(portion.span().first() - 1).text();
          history.first(path.get(), text).ifPresent(commit -> commits.put(record, commit));
        }
      }
      here.forEach(
          (record, spans) ->
              places
                  .computeIfAbsent(record, _ -> new ArrayList<>())
                  .add(
                      Json.object()
                          .put("relative_path", path.get().toString())
                          .put("ranges", new Json.Arr(spans))
                          .build()));
    }
    Map<String, Json.Obj> anchors = new LinkedHashMap<>();
    for (String record : authors.keySet()) {
      anchors.put(
          record,
          Json.object()
              .put("version", "1.0")
              .put("record", record)
              .put("commit", commits.getOrDefault(record, head))
              .put("files", new Json.Arr(places.getOrDefault(record, List.of())))
              .build());
    }
    return anchors;
  }

  private static Optional<WorkspacePath> path(String name) {
    try {
      return Optional.of(WorkspacePath.of(name));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The last anchor of each record, as it is written.
  private static Map<String, String> known(Path file) throws IOException {
    Map<String, String> known = new LinkedHashMap<>();
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      if (Files.size(file) > MAX_BYTES) {
        throw new FileSystemException(
            file.toString(), null, "more than %d MiB".formatted(MAX_BYTES >> 20));
      }
      for (String text : Files.readAllLines(file)) {
        try {
          JsonReader.readObject(text).text("record").ifPresent(record -> known.put(record, text));
        } catch (JsonException _) {
          // A torn line is written anew.
        }
      }
    }
    return known;
  }
}
