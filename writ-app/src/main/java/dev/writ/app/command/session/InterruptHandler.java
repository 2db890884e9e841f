// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.command.session;

import dev.writ.app.terminal.chat.SignalSource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C. A run is ended by it in good order; in a chat once ends the turn, and twice within a
/// second ends the program.
public final class InterruptHandler {
  private static final long TWICE_WITHIN_NANOS = 1_000_000_000L;

  /// How long an interrupted run may take to record its end.
  private static final Duration IN_GOOD_ORDER = Duration.ofSeconds(5);

  private InterruptHandler() {}

  /// The action of Ctrl-C.
  @FunctionalInterface
  public interface InterruptAction {
    void act() throws IOException;
  }

  /// Enables an interrupt (or a termination) while a run is in progress.
  ///
  /// @return to be counted down when the run is over, which an interrupted process waits for
  static CountDownLatch endingRun(InterruptAction action) {
    CountDownLatch over = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      act(action);
                      await(over);
                    }));
    return over;
  }

  private static void await(CountDownLatch over) {
    try {
      boolean _ = over.await(IN_GOOD_ORDER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void act(InterruptAction action) {
    try {
      action.act();
    } catch (IOException | RuntimeException _) {
      Runtime.getRuntime().halt(130);
    }
  }

  /// Does what Ctrl-C does to a run where it is read as a key.
  static void leave() {
    Thread.ofPlatform().name("interrupt").start(() -> Runtime.getRuntime().exit(130));
  }

  /// Enables Ctrl-C in a chat, which continues.
  ///
  /// @return whether this JVM offers signals
  public static boolean inChat(InterruptAction action) {
    long[] last = {System.nanoTime() - 2 * TWICE_WITHIN_NANOS};
    return handle("INT", () -> struck(last, action));
  }

  /// Lets a signal act. The JDK's signals are reached by reflection, because the compiler warns of
  /// them in a way that can't be answered.
  ///
  /// @return whether this JVM offers it
  private static boolean handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              InterruptHandler.class.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      Object interrupt = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, interrupt, ours);
      return true;
    } catch (ReflectiveOperationException _) {
      return false;
    }
  }

  /// The signals of this process.
  public static SignalSource signals() {
    return new SignalSource() {
      @Override
      public void on(String name, Runnable action) {
        boolean _ = handle(name, action); // where there is none, the screen does without
      }

      @Override
      public void atEnd(Runnable action) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(action));
      }
    };
  }

  private static void struck(long[] last, InterruptAction action) {
    long now = System.nanoTime();
    if (now - last[0] < TWICE_WITHIN_NANOS) {
      Runtime.getRuntime().exit(130); // and background commands are ended
    }
    last[0] = now;
    act(action);
  }
}
