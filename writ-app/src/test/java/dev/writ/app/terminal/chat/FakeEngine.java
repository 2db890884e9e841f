// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.base.json.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A session of a test: each turn does what the test says.
final class FakeEngine implements ChatEngine {
  final List<String> asked = new CopyOnWriteArrayList<>();
  final List<String> steered = new CopyOnWriteArrayList<>();
  final List<String> commands = new CopyOnWriteArrayList<>();
  final List<Json.Obj> drawn = new CopyOnWriteArrayList<>();
  final CountDownLatch aborted = new CountDownLatch(1);
  private final ChoicePrompt choices;
  private final Consumer<String> turn;
  private final AtomicInteger mode = new AtomicInteger();

  FakeEngine(ChoicePrompt choices, Consumer<String> turn) {
    this.choices = choices;
    this.turn = turn;
  }

  @Override
  public void ask(String message) {
    asked.add(message);
    turn.accept(message);
  }

  @Override
  public void steer(String message) {
    steered.add(message);
  }

  @Override
  public void abort() {
    aborted.countDown();
  }

  @Override
  public List<String> left() {
    List<String> left = List.copyOf(steered);
    steered.clear();
    return left;
  }

  @Override
  public MetaCommandOutcome command(String line, PrintStream out) throws InterruptedException {
    commands.add(line);
    if (line.equals("/choose")
        && choices.choose("Which one?", List.of(ListedChoice.of("a thing"))).isEmpty()) {
      return MetaCommandOutcome.NOTHING_CHOSEN;
    }
    out.println("did " + line);
    return MetaCommandOutcome.DONE;
  }

  @Override
  public Optional<List<FileDifference>> difference(String which) {
    List<String> lines = new ArrayList<>(List.of("@@ -1,1 +1,50 @@", "-old"));
    for (int i = 1; i <= 50; i++) {
      lines.add("+new " + i);
    }
    return Optional.of(
        List.of(
            new FileDifference("modified a.txt +50 −1" + which, lines),
            new FileDifference("deleted b.txt +0 −1", List.of("@@ -1,1 +0,0 @@", "-gone"))));
  }

  @Override
  public List<Candidate> words(String command) {
    return command.equals("/resume")
        ? List.of(
            new Candidate("session-1", "Fix the parser", true),
            new Candidate("session-2", "Docs", true))
        : List.of();
  }

  @Override
  public void draw(Json.Obj facts) {
    drawn.add(facts);
  }

  @Override
  public void nextMode() {
    mode.incrementAndGet();
  }

  @Override
  public String session() {
    return "session";
  }

  @Override
  public ChatView view() {
    return ChatView.WHOLE;
  }

  @Override
  public StatusLine status() {
    return new StatusLine(
        "test/model", "mode" + mode.get(), "", new StatusLine.WorkTree(Optional.of("main"), 0), 0);
  }
}
