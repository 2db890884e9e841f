// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.app.terminal.input.KeyDecoder;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.input.TerminalPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes answers from a terminal key by key, without Enter. Texts are read by the line, with the
/// terminal's own editing.
public final class TypedKeys implements LineApprover.AnswerSource {
  /// So long a question stands before a key counts.
  private static final long SETTLING_MS = 300;

  /// How often is looked whether the turn was aborted.
  private static final int LOOK_MS = 100;

  private static final int CHUNK_BYTES = 4096;
  private static final String NO_ANSWER = "?";

  private final TerminalPort terminal;
  private final Runnable flush;
  private final Runnable interrupt;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean ended;

  /// @param flush discards what was typed and not read yet
  /// @param interrupt does what Ctrl-C does elsewhere
  public TypedKeys(TerminalPort terminal, Runnable flush, Runnable interrupt) {
    this.terminal = terminal;
    this.flush = flush;
    this.interrupt = interrupt;
  }

  @Override
  public Optional<String> key(Runnable prompt) throws InterruptedException {
    settle();
    try {
      terminal.raw();
      try {
        flush.run();
        prompt.run();
        Optional<String> answer = answer();
        terminal.write(answer.filter(word -> word.matches("[A-Za-z]")).orElse(""));
        return answer;
      } finally {
        terminal.restore();
        terminal.write("\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void settle() throws InterruptedException {
    Thread.sleep(SETTLING_MS);
  }

  private Optional<String> answer() throws InterruptedException {
    KeyDecoder decoder = new KeyDecoder();
    List<KeyboardInput> typed = new ArrayList<>();
    byte[] chunk = new byte[CHUNK_BYTES];
    while (typed.isEmpty()) {
      int n = read(chunk);
      if (n < 0) {
        return Optional.empty();
      }
      typed.addAll(n > 0 ? decoder.take(chunk, n) : decoder.timeout());
    }
    Optional<String> word =
        typed.getFirst() instanceof KeyboardInput.Pressed(KeyPress key)
            ? word(key)
            : Optional.of(NO_ANSWER);
    // Input that arrives in one piece was not typed: only Enter after a key is.
    return typed.size() > 2 || (typed.size() == 2 && !isEnter(typed.getLast()))
        ? Optional.of(NO_ANSWER)
        : word;
  }

  private static boolean isEnter(KeyboardInput input) {
    return input instanceof KeyboardInput.Pressed(KeyPress key)
        && (key.name() == KeyPress.Name.ENTER || key.equals(KeyPress.named("Ctrl-J")));
  }

  private Optional<String> word(KeyPress key) throws InterruptedException {
    if (key.equals(KeyPress.named("Ctrl-C"))) {
      interrupt.run();
      while (true) {
        Thread.sleep(SETTLING_MS); // until the turn is aborted
      }
    }
    if (key.equals(KeyPress.named("Ctrl-D"))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (key.name()) {
          case ESCAPE -> "n";
          case TAB -> "r";
          default -> key.isTyped() ? Character.toString(key.character()) : NO_ANSWER;
        });
  }

  @Override
  public Optional<String> next(Runnable prompt) throws InterruptedException {
    settle();
    line.reset();
    flush.run();
    return rest(prompt);
  }

  @Override
  public Optional<String> rest(Runnable prompt) throws InterruptedException {
    prompt.run();
    byte[] chunk = new byte[CHUNK_BYTES];
    while (true) {
      String text = line.toString(StandardCharsets.UTF_8);
      int end = text.indexOf('\n');
      if (end >= 0) {
        line.reset();
        line.writeBytes(text.substring(end + 1).getBytes(StandardCharsets.UTF_8));
        return Optional.of(text.substring(0, end));
      }
      int n = read(chunk);
      if (n < 0) {
        return Optional.empty();
      }
      line.write(chunk, 0, n);
    }
  }

  @Override
  public Optional<List<String>> upTo(String end, Runnable prompt) throws InterruptedException {
    List<String> text = new ArrayList<>();
    while (true) {
      Optional<String> next = rest(prompt);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      if (next.get().equals(end)) {
        return Optional.of(text);
      }
      text.add(next.get());
    }
  }

  /// Reads what is typed next.
  ///
  /// @return how many bytes came; 0 where none came for a while, negative at the end
  private int read(byte[] chunk) throws InterruptedException {
    if (ended) {
      return -1;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    int n = terminal.read(chunk, LOOK_MS);
    ended = n < 0;
    return n;
  }
}
