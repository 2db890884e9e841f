// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import dev.writ.engine.model.ModelAbility;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A row of a data file.
///
/// @param name of the model, or of many: one `*` stands for any characters
/// @param price empty where it is unknown
public record ModelRow(
    String provider,
    String name,
    Size size,
    Optional<ModelPrice> price,
    Set<ModelAbility> abilities,
    Provenance provenance) {
  public ModelRow {
    abilities = Set.copyOf(abilities);
  }

  /// How much fits.
  ///
  /// @param window tokens of input and output together
  /// @param maxOutput tokens of one answer
  public record Size(OptionalLong window, OptionalLong maxOutput) {}

  /// The source of a row.
  ///
  /// @param source the page that says so
  /// @param date when it said so
  /// @param until the last day of its prices
  /// @param note what else a person should know; may be empty
  public record Provenance(
      String source, Optional<LocalDate> date, Optional<LocalDate> until, String note) {}

  /// The price on a day: a price that has expired is unknown.
  public Optional<ModelPrice> priceOn(LocalDate day) {
    return provenance.until().filter(day::isAfter).isPresent() ? Optional.empty() : price;
  }

  /// How an ability is called in data files and tables.
  public static String word(ModelAbility ability) {
    return ability.name().toLowerCase(Locale.ROOT);
  }

  /// Whether the row is about that model.
  boolean matches(String wantedProvider, String model) {
    if (!provider.equals(wantedProvider)) {
      return false;
    }
    int star = name.indexOf('*');
    return star < 0
        ? name.equals(model)
        : model.length() >= name.length() - 1
            && model.startsWith(name.substring(0, star))
            && model.endsWith(name.substring(star + 1));
  }
}
