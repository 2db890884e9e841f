// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// The screen's work for the thread that may wait.
final class WorkQueue {
  private final LinkedBlockingQueue<Job> jobs = new LinkedBlockingQueue<>();

  private sealed interface Job {
    record Ask(String message) implements Job {}

    record Command(String line) implements Job {}

    record Difference(String which) implements Job {}

    record End() implements Job {}
  }

  void ask(String message) {
    jobs.add(new Job.Ask(message));
  }

  void command(String line) {
    jobs.add(new Job.Command(line));
  }

  void difference(String which) {
    jobs.add(new Job.Difference(which));
  }

  void end() {
    jobs.add(new Job.End());
  }

  /// Does what comes, until the end or until another engine follows.
  void serve(ChatEngine engine, PrintStream out, Consumer<ScreenEvent> screen)
      throws IOException, InterruptedException {
    while (true) {
      switch (jobs.take()) {
        case Job.Ask(String message) -> engine.ask(message);
        case Job.Command(String line) -> {
          MetaCommandOutcome outcome = engine.command(line, out);
          out.flush();
          switch (outcome) {
            case DONE -> {}
            case NOTHING_CHOSEN -> screen.accept(new ScreenEvent.NothingChosen());
            case OTHER_ENGINE -> {
              screen.accept(new ScreenEvent.Done());
              return;
            }
          }
        }
        case Job.Difference(String which) ->
            screen.accept(
                engine
                    .difference(which)
                    .<ScreenEvent>map(ScreenEvent.Compared::new)
                    .orElseGet(ScreenEvent.NothingChosen::new));
        case Job.End _ -> {
          return;
        }
      }
      screen.accept(new ScreenEvent.Done());
    }
  }
}
