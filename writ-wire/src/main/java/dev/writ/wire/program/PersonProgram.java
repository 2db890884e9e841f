// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.program;

import dev.writ.wire.plugin.PluginPlaces;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Starts programs of the person's own outside the sandbox: in `/`, with few variables, none of
/// which is a key's, for a limited time, and only the first 64 KiB of what they print are read.
public final class PersonProgram {
  private static final File ROOT = new File("/");
  private static final int MOST_BYTES = 64 * 1024;

  private static final Set<String> PASSED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "LANG",
          "TMPDIR",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "XAUTHORITY",
          "XDG_RUNTIME_DIR",
          "DBUS_SESSION_BUS_ADDRESS",
          "GNUPGHOME",
          "GPG_TTY",
          "PASSWORD_STORE_DIR");

  private final Map<String, String> environment;
  private final Duration patience;

  /// @param patience how long such a program may take
  public PersonProgram(Map<String, String> environment, Duration patience) {
    this.environment = Map.copyOf(environment);
    this.patience = patience;
  }

  /// The same, but no program is found in the workspace: models write there.
  public PersonProgram outside(Path workspace) {
    Map<String, String> other = new HashMap<>(environment);
    other.computeIfPresent("PATH", (_, path) -> new PluginPlaces(workspace).searched(path));
    return new PersonProgram(other, patience);
  }

  /// Whether a program lies in a directory in which models write, or a link on its way does.
  public static boolean leadsInto(Path workspace, String program) {
    return new PluginPlaces(workspace).inside(List.of(program)).isPresent();
  }

  /// The end of a program.
  @SuppressWarnings("ArrayRecordComponent") // one use, never compared
  public record ProgramEnd(int code, byte[] output) {}

  /// Runs a program until it ends.
  ///
  /// @param input what it reads
  /// @return empty where it did not end in time; it is ended then
  /// @throws IOException where it can't be started
  public Optional<ProgramEnd> run(List<String> command, byte[] input)
      throws IOException, InterruptedException {
    // Not in the project: many interpreters look for modules and settings where they are started.
    ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT);
    builder.environment().clear();
    environment.forEach(
        (name, value) -> {
          if (PASSED.contains(name) || name.startsWith("LC_")) {
            builder.environment().put(name, value);
          }
        });
    builder.redirectError(ProcessBuilder.Redirect.DISCARD); // it may quote what it was given
    Process process = builder.start();
    try {
      try (OutputStream stream = process.getOutputStream()) {
        stream.write(input);
      } catch (IOException _) {
        // It reads nothing; how it ends says whether that is right.
      }
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      Thread reading = Thread.ofVirtual().start(() -> read(process.getInputStream(), output));
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      reading.join();
      return Optional.of(new ProgramEnd(process.exitValue(), output.toByteArray()));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void read(InputStream stream, ByteArrayOutputStream output) {
    try (stream) {
      output.write(stream.readNBytes(MOST_BYTES));
    } catch (IOException _) {
      output.reset();
    }
  }
}
