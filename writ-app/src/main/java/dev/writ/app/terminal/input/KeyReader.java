// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import java.util.function.Consumer;

/// Reads keys on a thread of its own. It can pause, so that another program gets the keys.
public final class KeyReader {
  /// So long may the parts of a sequence be apart; a lone escape counts after that.
  private static final int SEQUENCE_MS = 40;

  /// So long may the parts of a paste be apart.
  private static final int PASTE_MS = 2000;

  private static final int CHUNK_BYTES = 16 * 1024;

  private final TerminalPort port;
  private final Consumer<KeyboardInput> inputs;
  private boolean pausing;
  private boolean paused;

  /// @param inputs takes what was typed, on the reader's thread
  public KeyReader(TerminalPort port, Consumer<KeyboardInput> inputs) {
    this.port = port;
    this.inputs = inputs;
  }

  /// Starts reading.
  public void start() {
    Thread.ofPlatform().daemon().name("keys").start(this::read);
  }

  private void read() {
    KeyDecoder decoder = new KeyDecoder();
    byte[] chunk = new byte[CHUNK_BYTES];
    boolean pasting = false;
    while (true) {
      awaitTurn();
      int n = port.read(chunk, decoder.isIncomplete() ? (pasting ? PASTE_MS : SEQUENCE_MS) : -1);
      if (n < 0) {
        inputs.accept(new KeyboardInput.Closed());
        return;
      }
      if (n > 0) {
        decoder.take(chunk, n).forEach(inputs);
        pasting = decoder.isPasting();
      } else if (!isPausing()) {
        decoder.timeout().forEach(inputs);
      }
    }
  }

  private synchronized boolean isPausing() {
    return pausing;
  }

  private synchronized void awaitTurn() {
    while (pausing) {
      paused = true;
      notifyAll();
      try {
        wait();
      } catch (InterruptedException _) {
        // Only the end of the process interrupts this thread.
      }
    }
    paused = false;
  }

  /// Returns once no key is read any more.
  public synchronized void pause() throws InterruptedException {
    pausing = true;
    port.wake();
    while (!paused) {
      wait();
    }
  }

  /// Reads keys again.
  public synchronized void resume() {
    pausing = false;
    notifyAll();
  }
}
