// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known about models. A row of a person's file replaces the shipped row of the same name.
public final class ModelCatalog {
  private static final String SHIPPED = "models.json";

  private final List<ModelRow> rows;
  private final Map<String, String> usual;
  private final String date;

  private ModelCatalog(List<ModelRow> rows, Map<String, String> usual, String date) {
    this.rows = rows;
    this.usual = usual;
    this.date = date;
  }

  /// The shipped data. Reading it takes milliseconds; read it when it is needed, not before.
  public static ModelCatalog shipped() {
    try (InputStream stream = ModelCatalog.class.getResourceAsStream(SHIPPED)) {
      if (stream == null) {
        throw new IllegalStateException("the program has no " + SHIPPED);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      CatalogReader reader = CatalogReader.of(SHIPPED, text);
      return new ModelCatalog(reader.rows(), reader.usual(), reader.date());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (CatalogException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The same with the rows of a person's file before its own.
  ///
  /// @param file its name, for messages
  /// @throws CatalogException naming file, row and field where something is wrong
  public ModelCatalog with(String file, String text) throws CatalogException {
    CatalogReader reader = CatalogReader.of(file, text);
    List<ModelRow> own = reader.rows();
    List<ModelRow> all = new ArrayList<>(own);
    for (ModelRow row : rows) {
      if (own.stream().noneMatch(mine -> isSame(mine, row))) {
        all.add(row);
      }
    }
    Map<String, String> names = new HashMap<>(usual);
    names.putAll(reader.usual());
    return new ModelCatalog(List.copyOf(all), Map.copyOf(names), date);
  }

  private static boolean isSame(ModelRow one, ModelRow other) {
    return one.provider().equals(other.provider()) && one.name().equals(other.name());
  }

  /// The row about a model: of several the one with the longest name.
  public Optional<ModelRow> row(String provider, String model) {
    Optional<ModelRow> nearest = Optional.empty();
    for (ModelRow row : rows) {
      if (row.matches(provider, model)
          && (nearest.isEmpty() || isNearer(row.name(), nearest.get().name()))) {
        nearest = Optional.of(row);
      }
    }
    return nearest;
  }

  /// Whether a name says more of a model than another one that matches it, too: without a star, or
  /// with more letters.
  private static boolean isNearer(String one, String other) {
    boolean exact = one.indexOf('*') < 0;
    return exact == other.indexOf('*') < 0 ? one.length() > other.length() : exact;
  }

  /// All rows of a provider, a person's first.
  public List<ModelRow> of(String provider) {
    return rows.stream().filter(row -> row.provider().equals(provider)).toList();
  }

  /// The model of a provider that is asked where nobody names one.
  public Optional<String> usual(String provider) {
    return Optional.ofNullable(usual.get(provider));
  }

  /// All rows, a person's first.
  public List<ModelRow> rows() {
    return rows;
  }

  /// The day of the shipped data.
  public String date() {
    return date;
  }
}
