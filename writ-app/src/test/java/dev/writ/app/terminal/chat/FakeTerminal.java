// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.input.TerminalPort;
import dev.writ.testkit.TerminalEmulator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A terminal that never answers a question, in front of an emulator.
final class FakeTerminal implements TerminalPort {
  private static final byte[] WAKE = {};

  final TerminalEmulator screen;
  private final LinkedBlockingQueue<byte[]> typed = new LinkedBlockingQueue<>();
  private final StringBuilder written = new StringBuilder();
  private volatile int columns;
  private volatile int rows;
  private volatile boolean raw;
  private final CountDownLatch suspended = new CountDownLatch(1);
  private byte[] rest = {};

  FakeTerminal(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
    this.screen = new TerminalEmulator(columns, rows);
  }

  void type(String keys) {
    typed.add(keys.getBytes(StandardCharsets.UTF_8));
  }

  void resize(int newColumns, int newRows) {
    columns = newColumns;
    rows = newRows;
    screen.resize(newColumns, newRows);
  }

  boolean isRaw() {
    return raw;
  }

  synchronized String written() {
    return written.toString();
  }

  @Override
  public void raw() {
    raw = true;
  }

  @Override
  public void restore() {
    raw = false;
  }

  @Override
  public Optional<int[]> size() {
    return Optional.of(new int[] {columns, rows});
  }

  @Override
  public int read(byte[] into, int timeout) {
    try {
      byte[] bytes = rest;
      if (bytes.length == 0) {
        byte[] next = timeout < 0 ? typed.take() : typed.poll(timeout, TimeUnit.MILLISECONDS);
        bytes = next == null ? WAKE : next;
      }
      int n = Math.min(into.length, bytes.length);
      System.arraycopy(bytes, 0, into, 0, n);
      rest = Arrays.copyOfRange(bytes, n, bytes.length);
      return n;
    } catch (InterruptedException _) {
      return -1;
    }
  }

  @Override
  public void suspend() {
    assertThat(raw).isFalse();
    suspended.countDown();
  }

  void awaitSuspended() throws InterruptedException {
    suspended.await();
  }

  /// Waits until the screen does not show a text any more.
  void awaitGone(String text) throws InterruptedException {
    await(shown -> !shown.contains(text), "still shown: " + text);
  }

  void awaitTwice(String text) throws InterruptedException {
    await(shown -> shown.indexOf(text) != shown.lastIndexOf(text), "not shown twice: " + text);
  }

  private void await(Predicate<String> right, String problem) throws InterruptedException {
    long until = System.nanoTime() + 10_000_000_000L;
    synchronized (screen) {
      while (!right.test(screen.screen())) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError(problem + "\n" + screen.screen());
        }
        screen.wait(left);
      }
    }
  }

  @Override
  public void wake() {
    typed.add(WAKE);
  }

  @Override
  public synchronized void write(String text) {
    written.append(text);
    screen.write(text);
  }
}
