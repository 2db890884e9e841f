// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.engine.model.ModelAbility;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads a data file strictly: an unknown field, a missing one or a wrong value is an error with
/// file, place, row and field. `"unknown"` may stand for a number or a price.
final class CatalogReader {
  private static final long MOST_USD = 100_000;
  private static final long MICRO = 1_000_000;
  private static final String UNKNOWN = "unknown";
  private static final String OVER = "over";
  private static final Set<String> TOP = Set.of("version", "unit", "usual", "models");
  private static final Set<String> FIELDS =
      Set.of(
          "provider",
          "model",
          "window",
          "max_output",
          "price",
          "long_price",
          "abilities",
          "source",
          "date",
          "until",
          "note");
  private static final Set<String> RATES = Set.of("input", "cached_input", "cache_write", "output");

  private final ConfigDocument document;
  private final List<ModelRow> rows = new ArrayList<>();
  private final Map<String, String> usual = new LinkedHashMap<>();
  private String row = "";

  private CatalogReader(ConfigDocument document) {
    this.document = document;
  }

  static CatalogReader of(String file, String text) throws CatalogException {
    try {
      ConfigDocument document =
          file.endsWith(".yaml")
              ? ConfigDocument.yaml(text)
              : ConfigDocument.json(text); // both may be large
      CatalogReader reader = new CatalogReader(document);
      reader.read();
      return reader;
    } catch (JsonException e) {
      throw new CatalogException(file + ":" + e.line() + ":" + e.column() + ": " + e.getMessage());
    }
  }

  List<ModelRow> rows() {
    return List.copyOf(rows);
  }

  /// The default model of each provider.
  Map<String, String> usual() {
    return Map.copyOf(usual);
  }

  private void read() throws JsonException {
    if (!(document.root() instanceof Json.Obj top)) {
      throw document.error(document.root(), "a mapping with \"models\" was expected");
    }
    known(top, TOP);
    if (!(top.get("models").orElse(top) instanceof Json.Arr(List<Json> items))) {
      throw document.error(top, "\"models\" must be a list of rows");
    }
    for (String provider : top.object("usual").members().keySet()) {
      usual.put(provider, text(top.object("usual"), provider, true));
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      row = "row " + (i + 1);
      if (!(items.get(i) instanceof Json.Obj fields)) {
        throw document.error(items.get(i), row + ": a mapping was expected");
      }
      ModelRow read = row(fields);
      if (!names.add(read.provider() + "/" + read.name())) {
        throw document.error(fields, row + ": this model has two rows; remove one of them");
      }
      rows.add(read);
    }
  }

  private ModelRow row(Json.Obj fields) throws JsonException {
    String provider = text(fields, "provider", true);
    String model = text(fields, "model", true);
    row = row + " (" + provider + "/" + model + ")";
    known(fields, FIELDS);
    if (model.indexOf('*') != model.lastIndexOf('*')) {
      throw wrong(fields, "model", "one * at most");
    }
    return new ModelRow(
        provider,
        model,
        new ModelRow.Size(whole(fields, "window"), whole(fields, "max_output")),
        price(fields),
        abilities(fields),
        new ModelRow.Provenance(
            text(fields, "source", false),
            day(fields, "date"),
            day(fields, "until"),
            text(fields, "note", false)));
  }

  private Optional<ModelPrice> price(Json.Obj fields) throws JsonException {
    Optional<TokenRates> usual = rates(fields, "price");
    Optional<TokenRates> ofLong = rates(fields, "long_price");
    if (ofLong.isEmpty()) {
      return usual.map(rates -> new ModelPrice(rates, Optional.empty(), Optional.empty()));
    }
    OptionalLong over = whole(fields.object("long_price"), OVER);
    if (over.isEmpty() || usual.isEmpty()) {
      throw wrong(fields, "long_price", "it needs \"over\", and a \"price\" beside it");
    }
    return Optional.of(new ModelPrice(usual.get(), Optional.of(over.getAsLong()), ofLong));
  }

  private Optional<TokenRates> rates(Json.Obj fields, String name) throws JsonException {
    if (isUnknown(fields, name)) {
      return Optional.empty();
    }
    if (!(fields.get(name).orElse(fields) instanceof Json.Obj rates)) {
      throw wrong(fields, name, "a mapping of prices, or \"unknown\", was expected");
    }
    for (String field : rates.members().keySet()) {
      if (!RATES.contains(field) && !(field.equals(OVER) && name.equals("long_price"))) {
        throw wrong(rates, field, "unknown field of " + name + "; there are " + listed(RATES));
      }
    }
    OptionalLong input = amount(rates, "input");
    OptionalLong output = amount(rates, "output");
    if (input.isEmpty() || output.isEmpty()) {
      throw wrong(fields, name, "it needs \"input\" and \"output\"");
    }
    return Optional.of(
        new TokenRates(
            input.getAsLong(),
            amount(rates, "cached_input"),
            amount(rates, "cache_write"),
            output.getAsLong()));
  }

  private OptionalLong amount(Json.Obj rates, String name) throws JsonException {
    if (isUnknown(rates, name)) {
      return OptionalLong.empty();
    }
    if (rates.get(name).orElse(rates) instanceof Json.Num number) {
      OptionalLong amount = number.millionths();
      if (amount.orElse(-1) >= 0 && amount.getAsLong() <= MOST_USD * MICRO) {
        return amount;
      }
    }
    throw wrong(
        rates,
        name,
        "US dollars per million tokens were expected, from 0 to "
            + MOST_USD
            + ", such as 2.5, with six decimals at most");
  }

  private OptionalLong whole(Json.Obj fields, String name) throws JsonException {
    if (isUnknown(fields, name)) {
      return OptionalLong.empty();
    }
    OptionalLong number = fields.number(name);
    if (number.isEmpty() || number.getAsLong() <= 0) {
      throw wrong(fields, name, "a whole number of tokens, or \"unknown\", was expected");
    }
    return number;
  }

  private static boolean isUnknown(Json.Obj fields, String name) {
    return fields.get(name).isEmpty() || fields.text(name).filter(UNKNOWN::equals).isPresent();
  }

  private String text(Json.Obj fields, String name, boolean needed) throws JsonException {
    Optional<String> text = fields.text(name);
    if (text.isEmpty() && (needed || fields.get(name).isPresent())) {
      throw wrong(fields, name, "a text was expected");
    }
    return text.orElse("");
  }

  private Optional<LocalDate> day(Json.Obj fields, String name) throws JsonException {
    String text = text(fields, name, false);
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(text));
    } catch (DateTimeException _) {
      throw wrong(fields, name, "a day such as 2026-11-22 was expected");
    }
  }

  private Set<ModelAbility> abilities(Json.Obj fields) throws JsonException {
    Set<ModelAbility> abilities = EnumSet.noneOf(ModelAbility.class);
    if (!(fields.get("abilities").orElse(new Json.Arr(List.of())) instanceof Json.Arr(var items))) {
      throw wrong(fields, "abilities", "a list was expected");
    }
    for (Json item : items) {
      Optional<ModelAbility> ability = ability(item);
      if (ability.isEmpty()) {
        throw wrong(fields, "abilities", "there are " + words());
      }
      abilities.add(ability.get());
    }
    return abilities;
  }

  private static String words() {
    return Arrays.stream(ModelAbility.values())
        .map(ModelRow::word)
        .collect(Collectors.joining(", "));
  }

  private static Optional<ModelAbility> ability(Json item) {
    for (ModelAbility ability : ModelAbility.values()) {
      if (item instanceof Json.Text(String word) && word.equals(ModelRow.word(ability))) {
        return Optional.of(ability);
      }
    }
    return Optional.empty();
  }

  private static String listed(Set<String> names) {
    return names.stream().sorted().collect(Collectors.joining(", "));
  }

  private void known(Json.Obj fields, Set<String> known) throws JsonException {
    for (Map.Entry<String, Json> field : fields.members().entrySet()) {
      if (!known.contains(field.getKey())) {
        throw wrong(fields, field.getKey(), "unknown field; there are " + listed(known));
      }
    }
  }

  private JsonException wrong(Json.Obj fields, String name, String what) {
    String message = (row.isEmpty() ? "" : row + ", ") + name + ": " + what;
    return fields.get(name).isPresent()
        ? document.error(fields.get(name).get(), message)
        : document.error(fields, message);
  }
}
