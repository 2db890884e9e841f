// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import dev.writ.testkit.TemporaryWorkspace;
import dev.writ.testkit.TerminalEmulator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A chat of the packaged program in a pseudo-terminal of 80 × 24, which `script` makes and which
/// answers nothing, with an emulator that shows what a person would see.
final class ChatWindow implements AutoCloseable {
  private static final long WAIT_SECONDS = 100;
  private static final long QUESTION_MILLIS = 400;

  final TerminalEmulator screen = new TerminalEmulator(80, 24);
  private final TemporaryWorkspace data = TemporaryWorkspace.empty();
  private final StringBuilder written = new StringBuilder();
  private final Process process;
  private final OutputStream keyboard;
  private final Thread reader;

  ChatWindow(Program program) throws IOException {
    this(program, "chat");
  }

  /// @param arguments of the command line
  ChatWindow(Program program, String arguments) throws IOException {
    program.set("SHELL", "/bin/sh").set("LANG", "C.UTF-8").set("D", data.root().toString());
    // Remembers the terminal's name and settings, the program's own number, and how it ended.
    String command =
        "stty columns 80 rows 24; tty > \"$D/tty\"; stty -g > \"$D/before\";"
            + " sh -c 'echo $$ > \"$D/pid\"; exec \"$@\"' sh '"
            + Program.WRIT
            + "' "
            + arguments
            + "; echo $? > \"$D/exit\"; stty -g > \"$D/after\"";
    process =
        program
            .builder(List.of("script", "-q", "-e", "-f", "-c", command, "/dev/null"))
            .redirectErrorStream(true)
            .start();
    keyboard = process.getOutputStream();
    reader = Thread.ofPlatform().daemon().start(this::read);
  }

  private void read() {
    char[] buffer = new char[8192];
    try (Reader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (int n = output.read(buffer); n >= 0; n = output.read(buffer)) {
        String text = new String(buffer, 0, n);
        synchronized (written) {
          written.append(text);
        }
        screen.write(text);
      }
    } catch (IOException _) {
      // the terminal has gone with its program
    }
  }

  void type(String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  /// Answers the open question by a key, once it has stood long enough for one to count.
  void answer(String key) throws IOException, InterruptedException {
    long from = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS);
    synchronized (screen) {
      for (long left = 1; left > 0; left = (from - System.nanoTime()) / 1_000_000) {
        screen.wait(left);
      }
    }
    type(key);
    await("no answer was taken", _ -> !screen.screen().contains(Screen.QUESTION));
  }

  /// All bytes that came, as text.
  String written() {
    synchronized (written) {
      return written.toString();
    }
  }

  /// Waits until all that was shown has a text.
  void await(String text) throws InterruptedException {
    await("no " + text, all -> all.contains(text));
  }

  /// Waits until what is on the screen or has scrolled away is as it should be.
  void await(String problem, Predicate<String> right) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    synchronized (screen) {
      while (!right.test(screen.everything())) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0 || !reader.isAlive()) {
          throw new AssertionError(problem + " in:\n" + screen.everything());
        }
        screen.wait(Math.min(left, 1000));
      }
    }
  }

  /// Waits until the screen's end is as it should be.
  void awaitEnd(String last) throws InterruptedException {
    await("not at the end: " + last, all -> all.endsWith(last));
  }

  /// Gives the terminal another size, of which a signal notifies the program.
  void resize(int columns, int rows) throws IOException, InterruptedException {
    screen.resize(columns, rows);
    run("stty", "-F", noted("tty"), "columns", "" + columns, "rows", "" + rows);
  }

  /// Sends the program a signal.
  void signal(String name) throws IOException, InterruptedException {
    run("kill", "-" + name, noted("pid"));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new AssertionError(List.of(command));
    }
  }

  private String noted(String name) {
    return data.read(name).strip();
  }

  /// Waits for the end and gives the exit code.
  int end() throws InterruptedException {
    if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still there:\n" + screen.everything());
    }
    reader.join(TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
    return Integer.parseInt(noted("exit"));
  }

  /// Whether the terminal's settings are what they were.
  boolean isRestored() {
    return noted("before").equals(noted("after")) && screen.modes().isEmpty();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    data.close();
  }
}
