// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.front.QuestionForm;
import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.terminal.chat.FileDifference;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.change.RecordedDifference;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `/diff`: what the session changed so far, by the records that `/undo` goes by.
record DifferenceReport(SessionHost host) {
  private static final int MAX_LINES = 2000;
  private static final Pattern TURN = Pattern.compile("[1-9][0-9]{0,8}");

  /// The differences, file by file, secrets masked and inert.
  ///
  /// @param which empty for all of the session, `last` for its last turn that changed something, a
  ///     turn's number, or an intent
  List<FileDifference> of(String which) throws IOException {
    boolean intent = which.startsWith("INT-");
    boolean ofTurn = TURN.matcher(which).matches();
    if (!which.isEmpty() && !which.equals("last") && !intent && !ofTurn) {
      return note(
          "/diff shows the changes of this session, /diff last those of its last turn, /diff N"
              + " those of turn N, /diff INTENT those under an intent");
    }
    String session = host.file().id();
    UndoService.Selection selection = new UndoService.Selection.BySession(session);
    if (which.equals("last")) {
      selection = new UndoService.Selection.LastTurnOf(session);
    } else if (ofTurn) {
      selection = new UndoService.Selection.OfTurn(session, Long.parseLong(which));
    } else if (intent) {
      selection = new UndoService.Selection.ByIntent(which);
    }
    RecordedDifference difference = host.governor().undo().difference(selection);
    List<FileDifference> files = new ArrayList<>();
    difference.changes().forEach(change -> files.add(file(change)));
    for (WorkspacePath path : difference.lost()) {
      String title = DisplayText.name(path.toString()) + ": its earlier content is no longer kept";
      files.add(new FileDifference(title, List.of()));
    }
    if (!files.isEmpty()) {
      return files;
    }
    return note(
        intent
            ? "Nothing was changed under " + DisplayText.line(which) + "."
            : ofTurn
                ? "Turn " + which + " of this session has changed nothing."
                : "This session has changed nothing.");
  }

  /// Prints them as plain lines.
  void print(String which, ProcessContext context) throws IOException {
    QuestionForm form = QuestionForm.of(context.environment());
    ScreenSymbols symbols = ScreenSymbols.of(context.environment());
    PrintStream out = context.out();
    for (FileDifference file : of(which)) {
      out.println(symbols.of(file.title()));
      file.lines().forEach(line -> out.println(form.text(line)));
    }
  }

  private static List<FileDifference> note(String words) {
    return List.of(new FileDifference(words, List.of()));
  }

  private FileDifference file(FileChange change) {
    LineSpan.Count count = change.count();
    boolean binary = isBinary(change.before()) || isBinary(change.after());
    String places =
        change.from().map(from -> from + " to " + change.path()).orElse("" + change.path());
    String title = change.kind().past() + " " + places;
    String lines = binary ? " (binary)" : " +%d −%d".formatted(count.added(), count.removed());
    boolean isText = Stream.of(change.before(), change.after()).anyMatch(DifferenceReport::isFile);
    String text = host.governor().masker().mask(change.diff(MAX_LINES));
    return new FileDifference(
        DisplayText.name(title) + (isText ? lines : ""),
        text.lines().map(line -> DisplayText.line(line.replace("\t", "  "))).toList());
  }

  private static boolean isFile(FileState state) {
    return state instanceof FileState.Present;
  }

  private static boolean isBinary(FileState state) {
    return state instanceof FileState.Present(FileContent content) && content.binary();
  }
}
