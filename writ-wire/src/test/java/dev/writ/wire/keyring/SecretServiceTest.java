// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.PrivateKeyring;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real keyring daemon on a bus of its own, where both are installed.
@Tag("slow")
class SecretServiceTest {
  @TempDir Path home;
  private @Nullable PrivateKeyring bus;
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void begin() throws IOException {
    Assumptions.assumeTrue(PrivateKeyring.hasBus(), "no dbus-daemon");
    bus = PrivateKeyring.start(home);
    environment = bus.environment();
  }

  private void keyring(boolean unlocked) throws IOException, InterruptedException {
    Assumptions.assumeTrue(PrivateKeyring.hasKeyring(), "no gnome-keyring-daemon");
    Objects.requireNonNull(bus).startKeyring(unlocked);
    awaitName();
  }

  /// The daemon takes its name on the bus a moment after it has gone to the background.
  private void awaitName() throws InterruptedException {
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        ring.find("anything");
        return;
      } catch (KeyringException e) {
        if (!("" + e.getMessage()).contains("ServiceUnknown") || System.nanoTime() > until) {
          throw new AssertionError(e);
        }
      }
    }
  }

  @AfterEach
  void end() {
    if (bus != null) {
      bus.close();
    }
  }

  @Test
  void whatIsStoredIsFoundReplacedAndForgotten() throws Exception {
    keyring(true);
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    assertThat(ring.find("openai")).isEmpty();
    assertThat(ring.remove("openai")).isFalse();

    ring.store("openai", "sk-first-ünïcode".toCharArray());
    ring.store("mistral", "of another".toCharArray());
    ring.store("openai", "sk-second".toCharArray());

    assertThat(ring.find("openai").map(String::new)).contains("sk-second");
    assertThat(ring.find("mistral").map(String::new)).contains("of another");
    assertThat(ring.remove("openai")).isTrue();
    assertThat(ring.find("openai")).isEmpty();
    assertThat(ring.find("mistral")).isPresent();
  }

  @Test
  void aLongKeyComesBackWhole() throws Exception {
    keyring(true);
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    String key = "k".repeat(5000);
    ring.store("openai", key.toCharArray());
    assertThat(ring.find("openai").map(String::new)).contains(key);
  }

  @Test
  void aKeyringThatHasNothingUnlockedSaysSo() throws Exception {
    keyring(false);
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    assertThatThrownBy(() -> ring.store("openai", "sk-canary-canary".toCharArray()))
        .isInstanceOf(KeyringException.class)
        .hasMessageContaining("keyring")
        .hasMessageNotContaining("canary");
  }

  @Test
  void aLockedKeyringIsNamedWithWhatToDoInstead() throws Exception {
    keyring(true);
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    ring.store("openai", "sk-canary-canary".toCharArray());
    try (DBusConnection connection =
        DBusConnection.open(
            Objects.requireNonNull(bus).socket().toString(), Duration.ofSeconds(10))) {
      DBusWriter all =
          new DBusWriter()
              .array(4, array -> array.text("/org/freedesktop/secrets/collection/login"));
      connection.call(
          new DBusConnection.ObjectMethod(
              "org.freedesktop.secrets",
              "/org/freedesktop/secrets",
              "org.freedesktop.Secret.Service",
              "Lock"),
          "ao",
          all);
    }
    assertThatThrownBy(() -> ring.find("openai"))
        .isInstanceOf(KeyringException.class)
        .hasMessage(
            "the keyring of this system (Secret Service) is locked and no person can unlock it;"
                + " set the key's environment variable instead");
  }

  @Test
  void aBusWithoutAKeyringSaysSo() {
    KeyStore ring = SecretService.of(environment, () -> false).orElseThrow();
    assertThatThrownBy(() -> ring.find("openai"))
        .isInstanceOf(KeyringException.class)
        .hasMessageContaining("org.freedesktop.DBus.Error.");
  }

  @Test
  void withoutABusThereIsNoKeyring() {
    assertThat(SecretService.of(Map.of(), () -> false)).isEmpty();
    assertThat(
            SecretService.of(
                Map.of("DBUS_SESSION_BUS_ADDRESS", "unix:abstract=/tmp/x"), () -> false))
        .isEmpty();
    KeyStore gone =
        SecretService.of(Map.of("XDG_RUNTIME_DIR", home.resolve("no").toString()), () -> false)
            .orElseThrow();
    assertThatThrownBy(() -> gone.find("openai")).isInstanceOf(KeyringException.class);
  }
}
