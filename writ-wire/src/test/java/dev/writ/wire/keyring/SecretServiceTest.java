// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final Path BUS = Path.of("/usr/bin/dbus-daemon");
  private static final Path DAEMON = Path.of("/usr/bin/gnome-keyring-daemon");

  /// A bus that starts no services of its own.
  private static final String CONFIGURATION =
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>ADDRESS</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """;

  @TempDir Path home;
  private @Nullable Process bus;
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void begin() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(BUS), "no dbus-daemon");
    String address = "unix:path=" + home.resolve("bus");
    Path configuration = home.resolve("bus.conf");
    Files.writeString(configuration, CONFIGURATION.replace("ADDRESS", address));
    bus =
        new ProcessBuilder(
                BUS.toString(), "--config-file=" + configuration, "--nofork", "--print-address")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(bus.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).contains(home.resolve("bus").toString());
    environment = Map.of("DBUS_SESSION_BUS_ADDRESS", address);
  }

  /// Starts the daemon, which goes to the background once it can be asked and ends with its bus.
  private void keyring(boolean unlocked) throws IOException, InterruptedException {
    Assumptions.assumeTrue(Files.isExecutable(DAEMON), "no gnome-keyring-daemon");
    List<String> command = new ArrayList<>(List.of(DAEMON.toString(), "--components=secrets"));
    command.add(unlocked ? "--unlock" : "--daemonize");
    ProcessBuilder start = new ProcessBuilder(command);
    start.environment().clear();
    start.environment().putAll(environment);
    start.environment().put("HOME", home.toString());
    start.environment().put("XDG_RUNTIME_DIR", home.toString());
    start.environment().put("XDG_DATA_HOME", home.resolve("data").toString());
    start.redirectError(ProcessBuilder.Redirect.DISCARD);
    start.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process daemon = start.start();
    try (OutputStream in = daemon.getOutputStream()) {
      in.write("a passphrase".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(daemon.waitFor(20, TimeUnit.SECONDS)).isTrue();
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
      bus.destroy();
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
        DBusConnection.open(home.resolve("bus").toString(), Duration.ofSeconds(10))) {
      DBusWriter all =
          new DBusWriter()
              .array(4, array -> array.text("/org/freedesktop/secrets/collection/login"));
      connection.call(
          new DBusConnection.Method(
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
            "the keyring of this system (Secret Service) is locked and nobody is there to unlock"
                + " it; set the key's variable instead");
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
