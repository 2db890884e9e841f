// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.terminal.input.TerminalPort;
import dev.writ.kernel.approval.PersonTerminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The process's terminal as a screen uses it.
public record KernelTerminal(PersonTerminal terminal) implements TerminalPort {
  @Override
  public void raw() throws IOException {
    terminal.raw();
  }

  @Override
  public void restore() throws IOException {
    terminal.restore();
  }

  @Override
  public Optional<int[]> size() {
    return terminal.size();
  }

  @Override
  public int read(byte[] into, int timeout) {
    return terminal.read(into, timeout);
  }

  @Override
  public void suspend() throws IOException {
    terminal.suspend();
  }

  @Override
  public void wake() {
    terminal.wake();
  }

  @Override
  public void write(String text) throws IOException {
    terminal.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
