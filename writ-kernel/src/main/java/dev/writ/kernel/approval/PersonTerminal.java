// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.kernel.approval;

import dev.writ.sandbox.os.TerminalDevice;
import java.io.IOException;
import java.util.Optional;

/// The terminal at which a person sits, key by key. A front end reads and draws by it; programs
/// never get it.
public final class PersonTerminal {
  private final TerminalDevice device;

  private PersonTerminal(TerminalDevice device) {
    this.device = device;
  }

  /// The terminal, where standard input and output both are one.
  ///
  /// @throws IOException if its settings can't be read
  public static Optional<PersonTerminal> open() throws IOException {
    return TerminalDevice.open().map(PersonTerminal::new);
  }

  /// Delivers every key as it is typed, without echo, and sends output as it is.
  ///
  /// @throws IOException if the terminal refuses
  public void raw() throws IOException {
    device.raw();
  }

  /// Restores the settings that the terminal had when it was opened.
  ///
  /// @throws IOException if the terminal refuses
  public void restore() throws IOException {
    device.restore();
  }

  /// The size in cells, columns first; nothing where the terminal doesn't know it.
  public Optional<int[]> size() {
    return device.size();
  }

  /// Waits for typed bytes. Only one thread may read.
  ///
  /// @param into gets them
  /// @param timeout in milliseconds; negative for ever
  /// @return how many came; 0 after the timeout or [#wake], negative at the end of input
  public int read(byte[] into, int timeout) {
    return device.read(into, timeout);
  }

  /// Suspends the processes of the terminal's foreground group, this one included; returns when it
  /// resumes.
  ///
  /// @throws IOException if that can't be
  public void suspend() throws IOException {
    device.suspend();
  }

  /// Has the thread in [#read] return.
  public void wake() {
    device.wake();
  }

  /// Writes bytes, all of them.
  ///
  /// @throws IOException if the terminal is gone
  public void write(byte[] bytes) throws IOException {
    synchronized (device) {
      device.write(bytes);
    }
  }
}
