// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No interrupt reaches shielded work, however many come and whenever.
class InterruptShieldTest {
  @TempDir Path directory;

  @Test
  void channelsStayOpenUnderInterruptsWithoutEnd() throws IOException {
    Thread caller = Thread.currentThread();
    Path file = directory.resolve("file");
    boolean kept;
    try (Interrupting _ = new Interrupting(caller)) {
      int written =
          InterruptShield.call(
              () -> {
                int bytes = 0;
                try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                  for (int i = 0; i < 500; i++) {
                    bytes += channel.write(ByteBuffer.wrap(new byte[100]));
                  }
                  channel.force(true);
                }
                return bytes;
              });
      assertThat(written).isEqualTo(50_000);
    } finally {
      kept = Thread.interrupted();
    }
    assertThat(kept).isTrue();
    assertThat(Files.size(file)).isEqualTo(50_000);
  }

  @Test
  void anInterruptFromBeforeIsThereAfterwards() throws IOException {
    Thread.currentThread().interrupt();

    boolean seen = InterruptShield.call(() -> Thread.currentThread().isInterrupted());

    assertThat(seen).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutAThreadTheWorkIsDoneHereAndNotInterrupted(boolean interrupted) throws IOException {
    Thread caller = Thread.currentThread();
    if (interrupted) {
      caller.interrupt();
    }

    List<Object> seen =
        InterruptShield.call(
            () -> List.of(Thread.currentThread(), Thread.currentThread().isInterrupted()),
            _ -> {
              throw new OutOfMemoryError("no thread is left");
            });

    assertThat(Thread.interrupted()).isEqualTo(interrupted);
    assertThat(seen).containsExactly(caller, false);
  }

  @Test
  void withoutAnInterruptThereIsNoneAfterwards() throws IOException {
    InterruptShield.run(() -> {});

    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void shieldedWorkWithinShieldedWorkStaysOnItsThread() throws IOException {
    boolean same =
        InterruptShield.call(
            () -> {
              Thread outer = Thread.currentThread();
              return InterruptShield.call(() -> Thread.currentThread().equals(outer));
            });

    assertThat(same).isTrue();
  }

  @Test
  void theCallerGetsWhatTheWorkThrows() {
    IOException io = new IOException("full");
    IllegalStateException bug = new IllegalStateException("bug");
    AssertionError error = new AssertionError("error");

    assertThatThrownBy(() -> InterruptShield.run(() -> throwing(io))).isSameAs(io);
    assertThatThrownBy(() -> InterruptShield.run(() -> throwing(bug))).isSameAs(bug);
    assertThatThrownBy(() -> InterruptShield.run(() -> throwing(error))).isSameAs(error);
  }

  private static void throwing(Throwable what) throws IOException {
    switch (what) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(what);
    }
  }

  /// Interrupts a thread again and again.
  private static final class Interrupting implements AutoCloseable {
    private final Thread thread;
    private volatile boolean over;

    Interrupting(Thread whom) {
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!over) {
                      whom.interrupt();
                      Thread.onSpinWait();
                    }
                  });
    }

    @Override
    public void close() {
      over = true;
      while (thread.isAlive()) {
        StatePoll.pause();
      }
    }
  }
}
