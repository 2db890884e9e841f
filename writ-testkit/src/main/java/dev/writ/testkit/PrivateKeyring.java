// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A session bus of its own, on which a real keyring can be started. Both end with it.
public final class PrivateKeyring implements AutoCloseable {
  private static final Path BUS = Path.of("/usr/bin/dbus-daemon");
  private static final Path DAEMON = Path.of("/usr/bin/gnome-keyring-daemon");
  private static final long PATIENCE_SECONDS = 60;
  private static final String CONFIGURATION =
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>ADDRESS</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """;

  private final Path home;
  private final Process bus;
  private @Nullable Process daemon;

  private PrivateKeyring(Path home, Process bus) {
    this.home = home;
    this.bus = bus;
  }

  /// Whether this machine has a bus.
  public static boolean hasBus() {
    return Files.isExecutable(BUS);
  }

  /// Whether this machine has a keyring.
  public static boolean hasKeyring() {
    return hasBus() && Files.isExecutable(DAEMON);
  }

  /// Starts the bus.
  ///
  /// @param home where its socket and the keyring's files are
  public static PrivateKeyring start(Path home) throws IOException {
    Path configuration = home.resolve("bus.conf");
    Files.writeString(configuration, CONFIGURATION.replace("ADDRESS", address(home)));
    Process bus =
        new ProcessBuilder(
                BUS.toString(), "--config-file=" + configuration, "--nofork", "--print-address")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(bus.getInputStream(), StandardCharsets.UTF_8));
    String said = lines.readLine();
    if (said == null || !said.contains(socket(home).toString())) {
      throw new IOException("the bus said " + said);
    }
    return new PrivateKeyring(home, bus);
  }

  private static Path socket(Path home) {
    return home.resolve("bus");
  }

  private static String address(Path home) {
    return "unix:path=" + socket(home);
  }

  /// The bus's socket.
  public Path socket() {
    return socket(home);
  }

  /// What says where the bus is.
  public Map<String, String> environment() {
    return Map.of("DBUS_SESSION_BUS_ADDRESS", address(home));
  }

  /// Starts the keyring, which ends with its bus. It takes its name on the bus a moment later.
  ///
  /// @param unlocked whether it has a collection that is open
  public void startKeyring(boolean unlocked) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(DAEMON.toString(), "--components=secrets", "--foreground"));
    if (unlocked) {
      command.add("--unlock");
    }
    ProcessBuilder start = new ProcessBuilder(command);
    start.environment().clear();
    start.environment().putAll(environment());
    start.environment().put("HOME", home.toString());
    start.environment().put("XDG_RUNTIME_DIR", home.toString());
    start.environment().put("XDG_DATA_HOME", home.resolve("data").toString());
    start.redirectError(ProcessBuilder.Redirect.DISCARD);
    start.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process started = start.start();
    daemon = started;
    try (OutputStream in = started.getOutputStream()) {
      in.write("a passphrase".getBytes(StandardCharsets.UTF_8));
    }
  }

  /// Ends both, and returns once neither touches its files any more.
  @Override
  public void close() {
    bus.destroy();
    ended(bus);
    if (daemon != null) {
      ended(daemon);
    }
  }

  private static void ended(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(process.info().command() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
