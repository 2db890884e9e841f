// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.SecretMasker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The visible output of a command while it runs.
class LiveOutputRelayTest {
  private static final int FLOOD = Boolean.getBoolean("long") ? 1_000_000 : 100_000;
  private static final Duration NOW = Duration.ofNanos(1);
  private static final Duration NEVER = Duration.ofDays(1);
  private static final LiveOutputRelay.Pace AT_ONCE = new LiveOutputRelay.Pace(NOW, NOW, 3, 100);

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  private LiveOutputRelay relay(LiveOutputRelay.Pace pace) {
    LiveOutput ear =
        new LiveOutput() {
          @Override
          public void stdout(String lines) {
            heard.add("out " + lines);
          }

          @Override
          public void stderr(String lines) {
            heard.add("err " + lines);
          }
        };
    return new LiveOutputRelay(ear, new SecretMasker(List.of("hunter22")), pace);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String next() throws InterruptedException {
    String next = heard.poll(20, TimeUnit.SECONDS);
    return next == null ? "nothing" : next;
  }

  @Test
  void wholeLinesComeWhileItRunsAndTheRestAtItsEnd() throws Exception {
    try (LiveOutputRelay relay = relay(AT_ONCE)) {
      relay.stdout(bytes("one\ntw"));
      assertThat(next()).isEqualTo("out one\n");
      relay.stderr(bytes("oh\n"));
      assertThat(next()).isEqualTo("err oh\n");
      relay.stdout(bytes("o"));
    }
    assertThat(heard).containsExactly("out two\n");
  }

  @Test
  void whatIsOverAtOnceIsNotShownLive() {
    try (LiveOutputRelay relay = relay(new LiveOutputRelay.Pace(NEVER, NOW, 3, 100))) {
      relay.stdout(bytes("one\n"));
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void secretsAreMaskedHoweverTheyArriveAndControlsAreGone() throws Exception {
    try (LiveOutputRelay relay = relay(AT_ONCE)) {
      relay.stdout(bytes("first\nit is hunt"));
      assertThat(next()).isEqualTo("out first\n");
      relay.stdout(bytes("er22\u001b[31m red\u001b]0;title\u0007\r50%\r100%\n"));
      assertThat(next()).isEqualTo("out it is " + SecretMasker.MASK + " red\n50%\n100%\n");
      relay.stdout(bytes("-----BEGIN PRIVATE KEY-----\nabc\n"));
      relay.stderr(bytes("meanwhile\n"));
      assertThat(next()).isEqualTo("err meanwhile\n");
      relay.stdout(bytes("def\n-----END PRIVATE KEY-----\n"));
      assertThat(next()).isEqualTo("out " + SecretMasker.MASK + "\n");
    }
  }

  @Tag("slow")
  @Test
  void aFloodShowsTheLatestLinesAndEndsSomewhen() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    LiveOutput slow =
        new LiveOutput() {
          @Override
          public void stdout(String lines) {
            heard.add(lines);
            first.countDown();
            try {
              goOn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }

          @Override
          public void stderr(String lines) {}
        };
    try (LiveOutputRelay relay =
        new LiveOutputRelay(
            slow, new SecretMasker(List.of()), new LiveOutputRelay.Pace(NOW, NOW, 3, 5))) {
      relay.stdout(bytes("0\n"));
      assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
      for (int i = 1; i <= FLOOD; i++) {
        relay.stdout(bytes(i + "\n")); // no reader, and no waiting
      }
      goOn.countDown();
      next();
      String next = next();
      assertThat(next)
          .endsWith(" lines]\n%d\n%d\n%d\n".formatted(FLOOD - 2, FLOOD - 1, FLOOD))
          .startsWith("[… ");
      relay.stdout(bytes("a\nb\n"));
      assertThat(next()).isEqualTo("a\nb\n[… no more is shown while it runs]\n");
      relay.stdout(bytes("c\n"));
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void aFrontEndThatFailsDoesNotFailTheCommand() {
    LiveOutput broken =
        new LiveOutput() {
          @Override
          public void stdout(String lines) {
            throw new IllegalStateException("broken");
          }

          @Override
          public void stderr(String lines) {}
        };
    LiveOutputRelay relay = new LiveOutputRelay(broken, new SecretMasker(List.of()), AT_ONCE);
    relay.stdout(bytes("one\n"));
    relay.close();
    relay.stdout(bytes("two\n"));
    assertThat(heard).isEmpty();
  }
}
