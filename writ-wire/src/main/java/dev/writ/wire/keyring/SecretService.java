// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import dev.writ.wire.keyring.DBusConnection.ObjectMethod;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The keyring of a Linux session (`org.freedesktop.secrets`: GNOME Keyring, KWallet, KeePassXC),
/// asked over the session bus. Keys pass over that bus, which only this user can read, in plain.
public final class SecretService implements KeyStore {
  private static final String SERVICE = "org.freedesktop.secrets";
  private static final String PATH = "/org/freedesktop/secrets";
  private static final String TYPE = "org.freedesktop.Secret.Service";
  private static final String PROMPT = "org.freedesktop.Secret.Prompt";
  private static final String NOTHING = "/";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How long a person may take to unlock the keyring.
  private static final Duration UNLOCKING = Duration.ofMinutes(2);

  private final String socket;
  private final BooleanSupplier asks;

  /// @param asks whether a person is there, who can be asked to unlock the keyring
  private SecretService(String socket, BooleanSupplier asks) {
    this.socket = socket;
    this.asks = asks;
  }

  /// The keyring of the session that the environment belongs to; empty where it has none.
  ///
  /// @param asks whether a person is there, who can be asked to unlock the keyring
  public static Optional<KeyStore> of(Map<String, String> environment, BooleanSupplier asks) {
    return DBusConnection.socket(environment).map(path -> new SecretService(path, asks));
  }

  @Override
  public String place() {
    return "the keyring of this system (Secret Service)";
  }

  /// Something done over a connection.
  @FunctionalInterface
  private interface Act<T> {
    T on(DBusConnection bus, String session) throws IOException, KeyringException;
  }

  private <T> T with(Act<T> act) throws KeyringException, InterruptedException {
    try (DBusConnection bus = DBusConnection.open(socket, PATIENCE)) {
      DBusWriter plain = new DBusWriter().text("plain").signature("s").text("");
      DBusReader opened = bus.call(service("OpenSession"), "sv", plain);
      if (!opened.signature().equals("s")) {
        throw new IOException("the keyring gave an unexpected answer");
      }
      opened.text();
      return act.on(bus, opened.text());
    } catch (DBusConnection.MethodFailure e) {
      throw new KeyringException(place() + " refused: " + e.error() + ": " + e.getMessage());
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new KeyringException(place() + " cannot be used: " + e.getMessage());
    }
  }

  private static ObjectMethod service(String name) {
    return new ObjectMethod(SERVICE, PATH, TYPE, name);
  }

  private static void attributes(DBusWriter writer, String provider) {
    writer.array(
        8,
        map -> {
          map.align(8).text("service").text("writ");
          map.align(8).text("provider").text(provider);
        });
  }

  /// The item of a provider, unlocked; empty where there is none.
  private Optional<String> item(DBusConnection bus, String provider)
      throws IOException, KeyringException {
    DBusWriter search = new DBusWriter();
    attributes(search, provider);
    DBusReader found = bus.call(service("SearchItems"), "a{ss}", search);
    List<String> unlocked = found.array(4, DBusReader::text);
    List<String> locked = found.array(4, DBusReader::text);
    if (unlocked.isEmpty() && !locked.isEmpty()) {
      unlock(bus, locked.getFirst());
      return Optional.of(locked.getFirst());
    }
    return unlocked.stream().findFirst();
  }

  private void unlock(DBusConnection bus, String path) throws IOException, KeyringException {
    DBusWriter objects = new DBusWriter().array(4, array -> array.text(path));
    DBusReader answer = bus.call(service("Unlock"), "ao", objects);
    answer.array(4, DBusReader::text);
    agree(bus, answer.text());
  }

  /// Lets the keyring ask the person first if it needs to.
  private void agree(DBusConnection bus, String prompt) throws IOException, KeyringException {
    if (prompt.equals(NOTHING)) {
      return;
    }
    if (!asks.getAsBoolean()) {
      throw new KeyringException(
          place()
              + " is locked and no person can unlock it; set the key's environment"
              + " variable instead");
    }
    bus.call(
        new ObjectMethod(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch"),
        "s",
        new DBusWriter().text("type='signal',interface='" + PROMPT + "'"));
    bus.call(new ObjectMethod(SERVICE, prompt, PROMPT, "Prompt"), "s", new DBusWriter().text(""));
    if (bus.signal(prompt, "Completed", UNLOCKING).number() != 0) {
      throw new KeyringException(place() + " stays locked");
    }
  }

  @Override
  public Optional<char[]> find(String provider) throws KeyringException, InterruptedException {
    return with(
        (bus, session) -> {
          Optional<String> item = item(bus, provider);
          return item.isEmpty() ? Optional.empty() : Optional.of(secret(bus, session, item.get()));
        });
  }

  private static char[] secret(DBusConnection bus, String session, String item) throws IOException {
    DBusReader answer =
        bus.call(
            new ObjectMethod(SERVICE, item, "org.freedesktop.Secret.Item", "GetSecret"),
            "o",
            new DBusWriter().text(session));
    answer.align(8);
    answer.text();
    answer.octets();
    byte[] value = answer.octets();
    CharBuffer chars = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(value));
    char[] key = Arrays.copyOf(chars.array(), chars.limit());
    Arrays.fill(chars.array(), '\0');
    Arrays.fill(value, (byte) 0);
    return key;
  }

  @Override
  public void store(String provider, char[] key) throws KeyringException, InterruptedException {
    byte[] value = utf8(key);
    try {
      with(
          (bus, session) -> {
            create(bus, session, provider, value);
            return true;
          });
    } finally {
      Arrays.fill(value, (byte) 0);
    }
    Optional<char[]> stored = find(provider);
    boolean same = stored.isPresent() && Arrays.equals(stored.get(), key);
    stored.ifPresent(copy -> Arrays.fill(copy, '\0'));
    if (!same) {
      throw new KeyringException(place() + " does not return the stored key");
    }
  }

  private void create(DBusConnection bus, String session, String provider, byte[] value)
      throws IOException, KeyringException {
    String collection = collection(bus);
    unlock(bus, collection);
    DBusWriter body =
        new DBusWriter()
            .array(
                8,
                properties -> {
                  properties.align(8).text("org.freedesktop.Secret.Item.Label").signature("s");
                  properties.text("Writ: key of " + provider);
                  properties.align(8).text("org.freedesktop.Secret.Item.Attributes");
                  properties.signature("a{ss}");
                  attributes(properties, provider);
                });
    body.align(8).text(session).octets(new byte[0]).octets(value).text("text/plain");
    body.flag(true);
    DBusReader answer =
        bus.call(
            new ObjectMethod(
                SERVICE, collection, "org.freedesktop.Secret.Collection", "CreateItem"),
            "a{sv}(oayays)b",
            body);
    answer.text();
    agree(bus, answer.text());
  }

  private String collection(DBusConnection bus) throws IOException, KeyringException {
    String path = bus.call(service("ReadAlias"), "s", new DBusWriter().text("default")).text();
    if (path.equals(NOTHING)) {
      throw new KeyringException(place() + " has no default collection; create one first");
    }
    return path;
  }

  @Override
  public boolean remove(String provider) throws KeyringException, InterruptedException {
    return with(
        (bus, _) -> {
          Optional<String> item = item(bus, provider);
          if (item.isPresent()) {
            ObjectMethod delete =
                new ObjectMethod(SERVICE, item.get(), "org.freedesktop.Secret.Item", "Delete");
            agree(bus, bus.call(delete, "", new DBusWriter()).text());
          }
          return item.isPresent();
        });
  }

  /// The characters in UTF-8, without a copy that stays.
  static byte[] utf8(char[] chars) {
    ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(chars));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    encoded.clear();
    encoded.put(new byte[encoded.capacity()]);
    return bytes;
  }
}
