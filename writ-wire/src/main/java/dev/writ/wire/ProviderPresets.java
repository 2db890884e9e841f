// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.wire.ProviderPreset.WireProtocol;
import dev.writ.wire.copilot.CopilotModel;
import dev.writ.wire.plugin.PluginCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The providers that are known by name: those that are part of the program, and those
/// that a person adds in the same form.
public final class ProviderPresets {
  private static final String COMMAND = "command";
  private static final String ENVIRONMENT = "environment";
  private static final Set<String> MEMBERS =
      Set.of("name", "endpoint", "key", "wire", COMMAND, ENVIRONMENT);
  private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

  private final Map<String, ProviderPreset> byName;

  private ProviderPresets(Map<String, ProviderPreset> byName) {
    this.byName = byName;
  }

  /// Read once, when it is needed first.
  private static final class Shipped {
    private static final ProviderPresets PRESETS = new ProviderPresets(read());

    private static Map<String, ProviderPreset> read() {
      try {
        return ProviderPresets.read("the shipped presets", ShippedPresets.JSON);
      } catch (ProviderException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// Those that are part of the program.
  public static ProviderPresets shipped() {
    return Shipped.PRESETS;
  }

  /// These and those of another file; a row takes the place of one with the same name.
  ///
  /// @param file the file's name, for messages
  /// @param text its JSON: `{"providers":[{"name":…,"endpoint":…,"key":…,"wire":…}]}`
  /// @throws ProviderException where a row is wrong; the message names file, row and field
  public ProviderPresets extendedBy(String file, String text) throws ProviderException {
    Map<String, ProviderPreset> all = new LinkedHashMap<>(byName);
    for (ProviderPreset preset : read(file, text).values()) {
      if (!preset.endpoint().isEmpty()) {
        String setting = file + ": “endpoint” of " + preset.name();
        String _ = new ServerAddress(setting, preset.endpoint()).whole(preset.wire());
      }
      all.put(preset.name(), preset);
    }
    return new ProviderPresets(all);
  }

  /// The same, whose programs may not lie in a directory, because models write there.
  public ProviderPresets outside(Path workspace) {
    Map<String, ProviderPreset> all = new LinkedHashMap<>(byName);
    all.replaceAll((_, preset) -> preset.outside(workspace));
    return new ProviderPresets(all);
  }

  /// The names of all providers.
  public List<String> known() {
    return List.copyOf(byName.keySet());
  }

  /// A provider's usual address; empty where there is none.
  public Optional<String> endpoint(String provider) {
    return preset(provider).map(ProviderPreset::endpoint).filter(endpoint -> !endpoint.isEmpty());
  }

  /// The environment variable of a provider's key; empty where it needs none.
  public Optional<String> keyVariable(String provider) {
    return preset(provider).map(ProviderPreset::keyVariable).filter(name -> !name.isEmpty());
  }

  /// Whether a provider answers without a key at its usual address, because its server is on this
  /// machine. The key of one that wants it comes from its variable only.
  public boolean isKeyOptional(String provider) {
    return preset(provider).filter(ProviderPreset::isLocal).isPresent();
  }

  /// The environment variable without which a person cannot sign in to a provider; empty where a
  /// key is stored as it is.
  public Optional<String> signInVariable(String provider) {
    return preset(provider)
        .filter(preset -> preset.wire() == WireProtocol.COPILOT)
        .map(_ -> CopilotModel.CLIENT_ID);
  }

  /// A provider's location for a person: its address, its program, or the setting that must name
  /// it.
  public String place(String provider) {
    return preset(provider)
        .flatMap(ProviderPreset::plugin)
        .map(plugin -> plugin.words().getFirst())
        .or(() -> endpoint(provider))
        .orElse("llm.endpoint");
  }

  /// The words that start a provider that is a program of the person's own; none where it isn't.
  public List<String> command(String provider) {
    return preset(provider)
        .flatMap(ProviderPreset::plugin)
        .map(PluginCommand::words)
        .orElse(List.of());
  }

  Optional<ProviderPreset> preset(String provider) {
    return Optional.ofNullable(byName.get(provider));
  }

  private static Map<String, ProviderPreset> read(String file, String text)
      throws ProviderException {
    Json.Obj document;
    try {
      document = JsonReader.readObject(text);
    } catch (JsonException e) {
      throw new ProviderException(file + ": line " + e.line() + ": " + e.getMessage());
    }
    if (!(document.get("providers").orElse(Json.Obj.EMPTY) instanceof Json.Arr(List<Json> rows))) {
      throw new ProviderException(file + ": the list “providers” is missing");
    }
    Map<String, ProviderPreset> presets = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      Place place = new Place(file, i + 1);
      if (!(rows.get(i) instanceof Json.Obj row)) {
        throw place.problem(" is not an object");
      }
      ProviderPreset preset = preset(place, row);
      presets.put(preset.name(), preset);
    }
    return presets;
  }

  /// The position of a row; formatted only for errors, because string concatenation costs a cold
  /// start milliseconds.
  private record Place(String file, int row) {
    ProviderException problem(String what) {
      return new ProviderException(file + ": row " + row + what);
    }
  }

  private static ProviderPreset preset(Place place, Json.Obj row) throws ProviderException {
    for (Map.Entry<String, Json> member : row.members().entrySet()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw place.problem(": unknown field “" + member.getKey() + "”");
      }
      boolean list = member.getKey().equals(COMMAND) || member.getKey().equals(ENVIRONMENT);
      if (!list && !(member.getValue() instanceof Json.Text)) {
        throw place.problem(": “" + member.getKey() + "” is not a text");
      }
    }
    String name = row.text("name").orElse("");
    if (name.isEmpty() || !consistsOf(name, "abcdefghijklmnopqrstuvwxyz0123456789.-_")) {
      throw place.problem(
          ": “name” needs small letters, digits, “.”, “-” and “_”, and is “" + name + "”");
    }
    String endpoint = row.text("endpoint").orElse("");
    if (!endpoint.isEmpty()
        && !endpoint.startsWith("https://")
        && !endpoint.startsWith("http://")) {
      throw place.problem(
          ": “endpoint” begins with https:// or http://, and is “" + endpoint + "”");
    }
    String key = row.text("key").orElse("");
    if (!consistsOf(key, CAPITALS)) {
      throw place.problem(": “key” is the name of an environment variable, not the key itself");
    }
    WireProtocol wire = wire(place, row.text("wire").orElse("chat"));
    return new ProviderPreset(name, endpoint, key, wire, plugin(place, row, wire));
  }

  private static Optional<PluginCommand> plugin(Place place, Json.Obj row, WireProtocol wire)
      throws ProviderException {
    boolean named = row.get(COMMAND).isPresent() || row.get(ENVIRONMENT).isPresent();
    if (wire != WireProtocol.PLUGIN) {
      if (named) {
        throw place.problem(
            ": “command” and “environment” are for the wire “"
                + WireProtocol.PLUGIN.word()
                + "” only");
      }
      return Optional.empty();
    }
    List<String> words = texts(place, row, COMMAND);
    if (words.isEmpty() || !words.getFirst().startsWith("/")) {
      throw place.problem(": “command” begins with the absolute path of a program");
    }
    List<String> variables = texts(place, row, ENVIRONMENT);
    for (String variable : variables) {
      if (!consistsOf(variable, CAPITALS + CAPITALS.toLowerCase(Locale.ROOT))) {
        throw place.problem(": “environment” has names of variables, not their values");
      }
    }
    return Optional.of(new PluginCommand(words, variables));
  }

  private static List<String> texts(Place place, Json.Obj row, String member)
      throws ProviderException {
    List<String> texts = new ArrayList<>();
    Json value = row.get(member).orElse(new Json.Arr(List.of()));
    for (Json item : value instanceof Json.Arr(List<Json> items) ? items : List.of(value)) {
      if (!(item instanceof Json.Text(String text)) || !(value instanceof Json.Arr)) {
        throw place.problem(": “" + member + "” is not a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  private static WireProtocol wire(Place place, String word) throws ProviderException {
    List<String> words = new ArrayList<>();
    for (WireProtocol wire : WireProtocol.values()) {
      if (wire.word().equals(word)) {
        return wire;
      }
      words.add(wire.word());
    }
    throw place.problem(
        ": “wire” is one of " + String.join(", ", words) + ", and not “" + word + "”");
  }

  private static boolean consistsOf(String text, String allowed) {
    for (int i = 0; i < text.length(); i++) {
      if (allowed.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }
}
