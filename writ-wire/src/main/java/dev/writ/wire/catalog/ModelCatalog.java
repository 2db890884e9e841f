// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Predicate;

/// The known facts about models. A row of a person's file replaces the shipped row of the same
/// name.
public final class ModelCatalog {
  private static final String SHIPPED = "models.json";

  /// How a row of the shipped data begins; each has a line of its own.
  private static final String ROW = "{\"provider\": \"";

  private final List<ModelRow> own;
  private final String shipped;
  private final Map<String, String> usual;
  private final Map<String, List<ModelRow>> known = new HashMap<>();

  private ModelCatalog(List<ModelRow> own, String shipped, Map<String, String> usual) {
    this.own = own;
    this.shipped = shipped;
    this.usual = usual;
  }

  /// The shipped data. The rows of a provider are read when they are asked for: reading all takes
  /// longer than a first answer may.
  public static ModelCatalog shipped() {
    return Shipped.CATALOG;
  }

  /// Read once in a process.
  private static final class Shipped {
    private static final ModelCatalog CATALOG = readShipped();
  }

  private static ModelCatalog readShipped() {
    try (InputStream stream = ModelCatalog.class.getResourceAsStream(SHIPPED)) {
      if (stream == null) {
        throw new IllegalStateException("the program has no " + SHIPPED);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      CatalogReader head = read(text, _ -> false);
      return new ModelCatalog(List.of(), text, head.usual());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The shipped data, with the requested rows.
  private static CatalogReader read(String text, Predicate<String> wanted) {
    StringBuilder before = new StringBuilder();
    StringJoiner rows = new StringJoiner(",\n");
    StringBuilder after = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String row = line.strip();
      if (!row.startsWith(ROW)) {
        (rows.length() == 0 && after.isEmpty() ? before : after).append(line).append('\n');
      } else if (wanted.test(row)) {
        rows.add(row.endsWith(",") ? row.substring(0, row.length() - 1) : row);
      }
    }
    try {
      return CatalogReader.of(SHIPPED, before + rows.toString() + after);
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
    Map<String, String> names = new HashMap<>(usual);
    names.putAll(reader.usual());
    return new ModelCatalog(joined(reader.rows(), own), shipped, Map.copyOf(names));
  }

  /// The first rows, and those of the others that are about another model.
  private static List<ModelRow> joined(List<ModelRow> first, List<ModelRow> others) {
    List<ModelRow> all = new ArrayList<>(first);
    for (ModelRow row : others) {
      if (first.stream().noneMatch(mine -> isSame(mine, row))) {
        all.add(row);
      }
    }
    return List.copyOf(all);
  }

  private static boolean isSame(ModelRow one, ModelRow other) {
    return one.provider().equals(other.provider()) && one.name().equals(other.name());
  }

  /// The row about a model: of several the one with the longest name.
  public Optional<ModelRow> row(String provider, String model) {
    Optional<ModelRow> nearest = Optional.empty();
    for (ModelRow row : of(provider)) {
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
  public synchronized List<ModelRow> of(String provider) {
    return known.computeIfAbsent(
        provider,
        name ->
            joined(
                own.stream().filter(row -> row.provider().equals(name)).toList(),
                read(shipped, row -> row.startsWith(ROW + name + '"')).rows()));
  }

  /// The default model of a provider.
  public Optional<String> usual(String provider) {
    return Optional.ofNullable(usual.get(provider));
  }

  /// All rows, a person's first.
  public List<ModelRow> rows() {
    return joined(own, read(shipped, _ -> true).rows());
  }

  /// The day of the newest row.
  public LocalDate date() {
    return rows().stream()
        .flatMap(row -> row.provenance().date().stream())
        .max(LocalDate::compareTo)
        .orElseThrow();
  }
}
