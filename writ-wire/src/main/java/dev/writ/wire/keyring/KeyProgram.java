// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import dev.writ.wire.program.PersonProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program that keeps keys: one of the person's own (`credentials.helper`), or `security` of
/// macOS. Keys go over its standard streams, never over its arguments or its environment.
public final class KeyProgram implements KeyStore {
  private static final Duration PATIENCE = Duration.ofMinutes(2); // it may ask the person

  private final String place;
  private final PersonProgram programs;
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

  private KeyProgram(String place, PersonProgram programs, Form form) {
    this.place = place;
    this.programs = programs;
    this.form = form;
  }

  /// A person's own program. It is started with `get`, `store` or `erase` and the provider's name;
  /// `get` prints the key, or nothing, and `store` reads it from its standard input.
  ///
  /// @param workspace where models write: no interpreter is taken from there
  public static KeyProgram helper(String program, Map<String, String> environment, Path workspace) {
    return new KeyProgram(
        "the program " + program,
        new PersonProgram(environment, PATIENCE).outside(workspace),
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
        new PersonProgram(environment, PATIENCE),
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
    PersonProgram.ProgramEnd ended = run(form.find(provider));
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

  private PersonProgram.ProgramEnd run(Step step) throws KeyringException, InterruptedException {
    try {
      return programs
          .run(step.command(), step.input())
          .orElseThrow(() -> new KeyringException(place + " did not end"));
    } catch (IOException e) {
      throw new KeyringException(place + " cannot be started: " + e.getMessage());
    } finally {
      Arrays.fill(step.input(), (byte) 0);
    }
  }
}
