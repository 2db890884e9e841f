// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import dev.writ.wire.plugin.PluginPlaces;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A program that keeps keys: one of the person's own (`credentials.helper`), or `security` of
/// macOS. Keys go over its standard streams, never over its arguments or its environment.
public final class KeyProgram implements KeyStore {
  private static final File ROOT = new File("/");
  private static final long PATIENCE_SECONDS = 120; // it may ask the person something
  private static final int MOST_BYTES = 64 * 1024;

  /// The variables that such a program may need. None of them is a key's.
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

  private final String place;
  private final Map<String, String> environment;
  private final Form form;

  /// How the program is spoken to.
  private interface Form {
    Step find(String provider);

    Step store(String provider, char[] key);

    Step remove(String provider);
  }

  /// One start of the program.
  ///
  /// @param input what it reads; wiped afterwards
  @SuppressWarnings("ArrayRecordComponent") // wiped after its one use, never compared
  private record Step(List<String> command, byte[] input) {}

  private KeyProgram(String place, Map<String, String> environment, Form form) {
    this.place = place;
    this.environment = environment;
    this.form = form;
  }

  /// Whether a program lies in a directory in which models write, or a link on its way does: it
  /// runs outside of the sandbox.
  public static boolean leadsInto(Path workspace, String program) {
    return new PluginPlaces(workspace).inside(List.of(program)).isPresent();
  }

  /// A person's own program. It is started with `get`, `store` or `erase` and the provider's name;
  /// `get` prints the key, or nothing, and `store` reads it from its standard input.
  ///
  /// @param workspace where models write: no interpreter is taken from there
  public static KeyProgram helper(String program, Map<String, String> environment, Path workspace) {
    Map<String, String> outside = new HashMap<>(environment);
    outside.computeIfPresent("PATH", (_, path) -> new PluginPlaces(workspace).searched(path));
    return new KeyProgram(
        "the program " + program,
        outside,
        new Form() {
          @Override
          public Step find(String provider) {
            return new Step(List.of(program, "get", provider), new byte[0]);
          }

          @Override
          public Step store(String provider, char[] key) {
            return new Step(List.of(program, "store", provider), SecretService.utf8(key));
          }

          @Override
          public Step remove(String provider) {
            return new Step(List.of(program, "erase", provider), new byte[0]);
          }
        });
  }

  /// The keychain of macOS, over its program `security`, which reads a command from its standard
  /// input so that no key is among its arguments.
  public static KeyProgram keychain(String program, Map<String, String> environment) {
    return new KeyProgram(
        "the macOS keychain",
        environment,
        new Form() {
          @Override
          public Step find(String provider) {
            return new Step(
                List.of(program, "find-generic-password", "-s", "writ", "-a", provider, "-w"),
                new byte[0]);
          }

          @Override
          public Step store(String provider, char[] key) {
            byte[] secret = SecretService.utf8(key);
            byte[] begin =
                ("add-generic-password -U -s writ -a " + provider + " -w \"")
                    .getBytes(StandardCharsets.UTF_8);
            byte[] line = Arrays.copyOf(begin, begin.length + secret.length + 2);
            System.arraycopy(secret, 0, line, begin.length, secret.length);
            line[line.length - 2] = '"';
            line[line.length - 1] = '\n';
            Arrays.fill(secret, (byte) 0);
            return new Step(List.of(program, "-i"), line);
          }

          @Override
          public Step remove(String provider) {
            return new Step(
                List.of(program, "delete-generic-password", "-s", "writ", "-a", provider),
                new byte[0]);
          }
        });
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public Optional<char[]> find(String provider) throws KeyringException, InterruptedException {
    Ended ended = run(form.find(provider));
    if (ended.code() != 0 || ended.output().length == 0) {
      return Optional.empty();
    }
    CharBuffer chars = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(ended.output()));
    int end = chars.limit();
    while (end > 0 && (chars.get(end - 1) == '\n' || chars.get(end - 1) == '\r')) {
      end--;
    }
    char[] key = Arrays.copyOf(chars.array(), end);
    Arrays.fill(chars.array(), '\0');
    Arrays.fill(ended.output(), (byte) 0);
    return end == 0 ? Optional.empty() : Optional.of(key);
  }

  @Override
  public void store(String provider, char[] key) throws KeyringException, InterruptedException {
    for (char c : key) {
      if (c == '"' || c == '\\' || c < ' ') {
        throw new KeyringException("a key cannot contain quotes, backslashes or line ends");
      }
    }
    int code = run(form.store(provider, key)).code();
    Optional<char[]> stored = code == 0 ? find(provider) : Optional.empty();
    boolean same = stored.isPresent() && Arrays.equals(stored.get(), key);
    stored.ifPresent(copy -> Arrays.fill(copy, '\0'));
    if (!same) {
      throw new KeyringException(
          code == 0
              ? place + " does not return the stored key"
              : place + " did not store the key: it ended with " + code);
    }
  }

  @Override
  public boolean remove(String provider) throws KeyringException, InterruptedException {
    boolean present = find(provider).isPresent();
    return present && run(form.remove(provider)).code() == 0;
  }

  @SuppressWarnings("ArrayRecordComponent") // likewise
  private record Ended(int code, byte[] output) {}

  private Ended run(Step step) throws KeyringException, InterruptedException {
    // Not in the project: many interpreters look for modules and settings where they are started.
    ProcessBuilder builder = new ProcessBuilder(step.command()).directory(ROOT);
    builder.environment().clear();
    environment.forEach(
        (name, value) -> {
          if (PASSED.contains(name) || name.startsWith("LC_")) {
            builder.environment().put(name, value);
          }
        });
    builder.redirectError(ProcessBuilder.Redirect.DISCARD); // it may quote what it was given
    try {
      Process process = builder.start();
      try {
        try (OutputStream input = process.getOutputStream()) {
          input.write(step.input());
        } catch (IOException _) {
          // It reads nothing; how it ends says whether that is right.
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Thread reading = Thread.ofVirtual().start(() -> read(process.getInputStream(), output));
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new KeyringException(place + " did not end");
        }
        reading.join();
        return new Ended(process.exitValue(), output.toByteArray());
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new KeyringException(place + " cannot be started: " + e.getMessage());
    } finally {
      Arrays.fill(step.input(), (byte) 0);
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
